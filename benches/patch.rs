//! Classified patches of two large texts beside a bare word diff, one decision among many patches, one keystroke.
//!
//! The baselines are the word diffs of `similar` (Myers and Patience) over the same texts: they find the words and
//! say nothing about them.
//!
//! Limits that the figures are held against: 30 ms for two 100 KB texts with 5 % edits, linear up
//! to 5 MB; 5 ms for a decision with 1,000 staged patches; 1 ms for a keystroke's rebase.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use similar::{Algorithm, TextDiff};
use stet_patch::patches;
use stet_patch::rebase::Edit;
use stet_patch::stage::{Action, Selector, Stage};
use stet_text::span::Span;

/// About `bytes` of text in either language, and the same with every twentieth word changed.
fn texts(korean: bool, bytes: usize) -> (String, String) {
    let english = "the council approved budget plan for schools roads water after long debate in spring while members asked questions about costs";
    let hangul = "위원회는 예산안을 검토하고 학교 도로 수도 사업을 차례로 승인했으며 위원들은 비용과 일정에 관하여 여러 질문을 하였다";
    let words: Vec<&str> = if korean { hangul } else { english }.split(' ').collect();
    let (mut before, mut after) = (String::new(), String::new());
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut count = 0;
    while before.len() < bytes {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let pick = usize::try_from(state % words.len() as u64).unwrap_or(0);
        let word = words.get(pick).copied().unwrap_or_default();
        let end = match count % 160 {
            159 => ".\n\n",
            at if at % 16 == 15 => ". ",
            _ => " ",
        };
        before.push_str(word);
        before.push_str(end);
        after.push_str(if state.is_multiple_of(20) {
            words.get((pick + 1) % words.len()).copied().unwrap_or_default()
        } else {
            word
        });
        after.push_str(end);
        count += 1;
    }
    (before, after)
}

fn diff(c: &mut Criterion) {
    let mut group = c.benchmark_group("patches");
    group.sample_size(10);
    for (name, korean) in [("en", false), ("ko", true)] {
        for size in [100_000, 1_000_000, 5_000_000] {
            let (before, after) = texts(korean, size);
            group.throughput(Throughput::Bytes(size as u64));
            group.bench_with_input(BenchmarkId::new(name, size), &(&before, &after), |b, (before, after)| {
                b.iter(|| black_box(patches(before, after)));
            });
            // A word diff of a whole text is quadratic in its edits.
            if size > 100_000 {
                continue;
            }
            for (baseline, algorithm) in [("myers", Algorithm::Myers), ("patience", Algorithm::Patience)] {
                let id = BenchmarkId::new(format!("{name} similar {baseline}"), size);
                group.bench_with_input(id, &(&before, &after), |b, (before, after)| {
                    b.iter(|| {
                        let diff = TextDiff::configure()
                            .algorithm(algorithm)
                            .diff_words(before.as_str(), after.as_str());
                        black_box(diff.ops().len())
                    });
                });
            }
        }
    }
    group.finish();
}

fn staged() -> Stage {
    let (before, after) = texts(false, 120_000);
    let mut stage = Stage::new(before.clone(), 1);
    let mut all = patches(&before, &after);
    all.truncate(1_000);
    stage.stage(all);
    stage
}

fn decisions(c: &mut Criterion) {
    let stage = staged();
    let id = stage.patches().first().map(|staged| staged.patch.id.clone()).unwrap_or_default();
    c.bench_function("decide one of 1000", |b| {
        b.iter_batched(
            || stage.clone(),
            |mut stage| {
                let decided = stage.decide(Action::Accept, &Selector::Ids(vec![id.clone()]), 1);
                // Given back, so that dropping a thousand patches is not measured.
                (decided, stage)
            },
            BatchSize::LargeInput,
        );
    });
    c.bench_function("keystroke over 1000", |b| {
        b.iter_batched(
            || stage.clone(),
            |mut stage| {
                stage.edit(&Edit::new(Span::new(3, 3), "x"));
                stage
            },
            BatchSize::LargeInput,
        );
    });
}

criterion_group!(benches, diff, decisions);
criterion_main!(benches);
