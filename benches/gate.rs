//! The gate's cost: one 120-character sentence against 5 and 50 sources of 1000 characters, Korean
//! and English, beside a naive gate (hash sets per sentence and a table for the longest common
//! substring) on the same input, and the preparation of sources.
//!
//! `cargo bench --bench gate`. The tables come first: CPU time of the thread, for every sentence the
//! median of interleaved rounds, then percentiles over the sentences.

mod corpus;

use std::collections::HashSet;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group};
use stet_gate::{GatePolicy, PreparedSource, PreparedSources, judge};

use corpus::{EN, KO, sentences};

fn sources(list: &[&str], count: usize) -> Vec<String> {
    sentences(list, count * 9, 110, 3, 7)
        .chunks(9)
        .map(|chunk| chunk.join(" ").chars().take(1000).collect())
        .collect()
}

/// Half of the claims are sentences of the sources with a word less, half are new.
fn claims(list: &[&str], texts: &[String]) -> Vec<String> {
    let mut out = sentences(list, 200, 110, 3, 99);
    out.extend(
        texts
            .iter()
            .flat_map(|text| text.split(". "))
            .take(200)
            .map(|text| text.chars().skip(9).take(120).collect()),
    );
    out
}

/// What one would write first: word sets and a longest-common-substring table for each sentence.
fn naive(claim: &str, texts: &[String]) -> f32 {
    let mine: HashSet<String> = claim.split_whitespace().map(str::to_lowercase).collect();
    let left: Vec<char> = claim.to_lowercase().chars().collect();
    let mut best = 0.0_f32;
    for sentence in texts.iter().flat_map(|text| text.split_inclusive(['.', '!', '?'])) {
        let theirs: HashSet<String> = sentence.split_whitespace().map(str::to_lowercase).collect();
        let common = mine.intersection(&theirs).count() as f32;
        let jaccard = common / mine.union(&theirs).count().max(1) as f32;
        let right: Vec<char> = sentence.to_lowercase().chars().collect();
        let mut row = vec![0_usize; right.len() + 1];
        let mut longest = 0;
        for a in &left {
            let mut diagonal = 0;
            for (cell, b) in row.iter_mut().skip(1).zip(&right) {
                let above = *cell;
                *cell = if a == b { diagonal + 1 } else { 0 };
                diagonal = above;
                longest = longest.max(*cell);
            }
        }
        best = best.max(jaccard).max(longest as f32 / left.len().max(1) as f32);
    }
    best
}

/// CPU time of this thread in microseconds: what other processes do meanwhile does not count.
fn cpu() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1e6 + now.tv_nsec as f64 / 1e3
}

fn took(run: impl FnOnce()) -> f64 {
    let start = cpu();
    run();
    cpu() - start
}

fn percentile(times: &mut [f64], percent: usize) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() * percent / 100).copied().unwrap_or_default()
}

/// The tables of issue 3: judging and preparing, the gate and the naive gate in turn.
fn print_tables() {
    const ROUNDS: usize = 21;
    let policy = GatePolicy::default();
    println!("| judge, µs of CPU | p50 | p90 | p99 | naive p50 |");
    println!("|---|---:|---:|---:|---:|");
    for (language, list) in [("en", &EN), ("ko", &KO)] {
        for count in [5, 50] {
            let texts = sources(list, count);
            let claims = claims(list, &texts);
            let prepared = PreparedSources::new(&texts);
            let all: Vec<usize> = (0..count).collect();
            let mut times = vec![Vec::with_capacity(ROUNDS); claims.len()];
            let mut plain = Vec::new();
            for round in 0..=ROUNDS {
                for (claim, times) in claims.iter().zip(&mut times) {
                    let time = took(|| drop(black_box(judge(claim, &prepared, &all, &policy))));
                    // The first round warms up.
                    if round > 0 {
                        times.push(time);
                    }
                }
                for claim in claims.iter().skip(round).step_by(97) {
                    plain.push(took(|| {
                        black_box(naive(claim, &texts));
                    }));
                }
            }
            let mut medians: Vec<f64> = times.iter_mut().map(|times| percentile(times, 50)).collect();
            let [half, most, nearly] = [50, 90, 99].map(|percent| percentile(&mut medians, percent));
            let naive = percentile(&mut plain, 50);
            println!("| {language}, {count} sources | {half:.1} | {most:.1} | {nearly:.1} | {naive:.0} |");
        }
    }
    println!("\n| prepare, a source | µs of CPU | bytes of text |");
    println!("|---|---:|---:|");
    for (language, list) in [("en", &EN), ("ko", &KO)] {
        for count in [5, 50] {
            let texts = sources(list, count);
            let mut times: Vec<f64> =
                (0..ROUNDS).map(|_| took(|| drop(black_box(PreparedSources::new(&texts))))).collect();
            let time = percentile(&mut times, 50) / count as f64;
            let text = texts.iter().map(String::len).sum::<usize>() / count;
            println!("| {language}, {count} sources with their index | {time:.1} | {text} |");
        }
    }
}

fn gate(criterion: &mut Criterion) {
    let policy = GatePolicy::default();
    for (language, list) in [("en", &EN), ("ko", &KO)] {
        let one = sources(list, 1).concat();
        criterion.bench_function(&format!("prepare/{language}"), |bench| {
            bench.iter(|| PreparedSource::new(black_box(one.as_str())));
        });
        for count in [5, 50] {
            let texts = sources(list, count);
            let claims = claims(list, &texts);
            let prepared = PreparedSources::new(&texts);
            let all: Vec<usize> = (0..count).collect();
            let mut group = criterion.benchmark_group(format!("judge/{language}"));
            let mut turn = claims.iter().cycle();
            group.bench_function(BenchmarkId::new("gate", count), |bench| {
                bench.iter(|| turn.next().map(|claim| judge(black_box(claim), &prepared, &all, &policy)));
            });
            group.sample_size(10);
            group.bench_function(BenchmarkId::new("naive", count), |bench| {
                bench.iter(|| turn.next().map(|claim| naive(black_box(claim), &texts)));
            });
            group.finish();
        }
    }
}

criterion_group!(benches, gate);

fn main() {
    print_tables();
    benches();
    Criterion::default().configure_from_args().final_summary();
}
