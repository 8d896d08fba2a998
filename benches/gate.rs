//! The gate's cost: one 120-character sentence against 5 and 50 sources of 1000 characters, Korean
//! and English, beside a naive gate (hash sets per sentence and a table for the longest common
//! substring) on the same input, and the preparation of a source.
//!
//! `cargo bench --bench gate`; the spread (p50, p99) over many sentences is printed first.

use std::collections::HashSet;
use std::hint::black_box;
use std::time::Instant;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use stet::domain::gate::{GatePolicy, PreparedSource, PreparedSources, judge};

const EN: [&str; 40] = [
    "library",
    "committee",
    "student",
    "budget",
    "approves",
    "reviews",
    "annual report",
    "member",
    "election",
    "votes",
    "department",
    "research",
    "grant",
    "deadline",
    "office",
    "contract",
    "vendor",
    "payment",
    "schedule",
    "seminar",
    "professor",
    "laboratory",
    "safety",
    "within 15 days",
    "not",
    "each term",
    "may request",
    "the dean",
    "by 3 percent",
    "credit",
    "degree",
    "tuition",
    "refund",
    "dormitory",
    "exchange",
    "program",
    "in 2024",
    "must submit",
    "of the",
    "and",
];
const KO: [&str; 40] = [
    "도서관은",
    "위원회가",
    "학생의",
    "예산을",
    "승인한다",
    "심의한다",
    "연차보고서를",
    "위원은",
    "선거를",
    "의결한다",
    "학과의",
    "연구를",
    "지원금은",
    "기한까지",
    "사무실에서",
    "계약을",
    "업체와",
    "대금을",
    "일정을",
    "세미나에",
    "교수의",
    "실험실의",
    "안전을",
    "15일 이내에",
    "아니하며",
    "매 학기",
    "신청할 수 있다",
    "학장은",
    "3퍼센트를",
    "학점을",
    "학위의",
    "등록금을",
    "반환한다",
    "기숙사의",
    "교환학생은",
    "과정을",
    "2024년",
    "제출하여야 한다",
    "제25조에 따라",
    "및",
];

/// Sentences of about `length` characters from a fixed sequence.
fn sentences(list: &[&str], count: usize, length: usize, seed: u64) -> Vec<String> {
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or(0)
    };
    (0..count)
        .map(|_| {
            let mut text = String::new();
            while text.chars().count() < length {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(list.get(next() % list.len()).copied().unwrap_or_default());
                // Compounds keep the vocabulary as wide as that of real text.
                if next() % 3 == 0 {
                    text.push_str(&(next() % 90).to_string());
                }
            }
            text + "."
        })
        .collect()
}

fn sources(list: &[&str], count: usize) -> Vec<String> {
    sentences(list, count * 9, 110, 7)
        .chunks(9)
        .map(|chunk| chunk.join(" ").chars().take(1000).collect())
        .collect()
}

/// Half of the claims are sentences of the sources with a word less, half are new.
fn claims(list: &[&str], texts: &[String]) -> Vec<String> {
    let mut out = sentences(list, 200, 110, 99);
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

fn print_spread(name: &str, claims: &[String], mut run: impl FnMut(&str)) {
    let mut times: Vec<f64> = Vec::with_capacity(claims.len() * 10);
    for round in 0..11 {
        for claim in claims {
            let start = Instant::now();
            run(claim);
            if round > 0 {
                times.push(start.elapsed().as_secs_f64() * 1e6);
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times.get(times.len() * percent / 100).copied().unwrap_or_default();
    println!("{name}: p50 {:.1} µs, p90 {:.1} µs, p99 {:.1} µs", at(50), at(90), at(99));
}

fn gate(criterion: &mut Criterion) {
    let policy = GatePolicy::default();
    for (language, list) in [("en", &EN), ("ko", &KO)] {
        let one = sources(list, 1).concat();
        criterion.bench_function(&format!("prepare/{language}"), |bench| {
            bench.iter(|| PreparedSource::new(black_box(&one)));
        });
        for count in [5, 50] {
            let texts = sources(list, count);
            let claims = claims(list, &texts);
            let prepared = PreparedSources::new(&texts);
            let all: Vec<usize> = (0..count).collect();
            let bytes = prepared.heap_bytes() / count;
            print_spread(
                &format!("judge/{language}/{count} sources ({bytes} bytes a source)"),
                &claims,
                |claim| {
                    black_box(judge(claim, &prepared, &all, &policy));
                },
            );
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
criterion_main!(benches);
