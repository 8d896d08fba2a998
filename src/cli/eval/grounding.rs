//! `stet eval grounding`: claims against sources, beside plain measures, made contrasts and faithful variants.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{ClaimRow, CliError, average, each, is_unread, name, rows, share};
use stet_gate::GatePolicy;
use stet_gate::measure::contrast::Change;
use stet_gate::measure::faithful::Variant;
use stet_gate::measure::metrics::{
    Basis, Contrasts, Evaluation, Faithful, Figures, Scored, contrast_figures, faithful_figures, scored,
};

/// All rows of one set or language, and those of the unread split.
#[derive(Clone, Copy)]
struct Both {
    all: Evaluation,
    unread: Evaluation,
}

pub(super) fn print(files: &[PathBuf]) -> Result<(), CliError> {
    let policy = GatePolicy::default();
    tell_line!(
        "| set | lang | split | rows | AUROC | bal. acc. | precision | recall | \
         Jaccard AUROC / b.a. | best sentence AUROC / b.a. | 0.7 words + 0.3 J AUROC / b.a. |"
    )?;
    tell_line!("|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")?;
    let mut by_language: BTreeMap<String, Vec<Both>> = BTreeMap::new();
    let mut contrasts: BTreeMap<(String, Basis, Change), Contrasts> = BTreeMap::new();
    let mut faithful: BTreeMap<(String, Variant), Faithful> = BTreeMap::new();
    for path in files {
        let rows: Vec<ClaimRow> = rows(path)?;
        let lang = rows.first().map(|row| row.lang.clone()).unwrap_or_default();
        let scores = each(&rows, |row| {
            (scored(&row.claim, &row.source, row.supported, &policy), is_unread(&row.source))
        });
        let all: Vec<Scored> = scores.iter().map(|(scored, _)| *scored).collect();
        let unread: Vec<Scored> =
            scores.iter().filter(|(_, unread)| *unread).map(|(scored, _)| *scored).collect();
        let both = Both { all: Evaluation::of(&all, &policy), unread: Evaluation::of(&unread, &policy) };
        print_both(&name(path), &lang, &both)?;
        for found in each(&rows, |row| contrast_figures(&[row.parts()], &policy)) {
            for ((basis, change), found) in found {
                contrasts.entry((lang.clone(), basis, change)).or_default().add(found);
            }
        }
        for found in each(&rows, |row| faithful_figures(&[row.parts()], &policy)) {
            for (variant, found) in found {
                faithful.entry((lang.clone(), variant)).or_default().add(found);
            }
        }
        by_language.entry(lang).or_default().push(both);
    }
    for (lang, sets) in &by_language {
        let of = |split: fn(&Both) -> &Evaluation| macro_average(&sets.iter().map(split).collect::<Vec<_>>());
        let both = Both { all: of(|both| &both.all), unread: of(|both| &both.unread) };
        print_both("**macro average**", lang, &both)?;
    }
    print_contrasts(&contrasts)?;
    print_faithful(&faithful)
}

/// The mean of the figures of some sets, each counting once.
fn macro_average(sets: &[&Evaluation]) -> Evaluation {
    let mean = |pick: fn(&Evaluation) -> &Figures| Figures {
        auroc: average(sets.iter().map(|one| pick(one).auroc)),
        balanced_accuracy: average(sets.iter().map(|one| pick(one).balanced_accuracy)),
        precision: average(sets.iter().map(|one| pick(one).precision)),
        recall: average(sets.iter().map(|one| pick(one).recall)),
        rows: sets.iter().map(|one| pick(one).rows).sum(),
    };
    Evaluation {
        gate: mean(|one| &one.gate),
        whole_jaccard: mean(|one| &one.whole_jaccard),
        best_sentence: mean(|one| &one.best_sentence),
        partial_words: mean(|one| &one.partial_words),
    }
}

fn print_both(name: &str, lang: &str, both: &Both) -> Result<(), CliError> {
    print_evaluation(name, lang, "all", &both.all)?;
    print_evaluation("", "", "unread", &both.unread)
}

fn print_evaluation(name: &str, lang: &str, split: &str, evaluation: &Evaluation) -> Result<(), CliError> {
    let gate = &evaluation.gate;
    let plain = |figures: &Figures| format!("{:.3} / {:.3}", figures.auroc, figures.balanced_accuracy);
    tell_line!(
        "| {name} | {lang} | {split} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {} | {} | {} |",
        gate.rows,
        gate.auroc,
        gate.balanced_accuracy,
        gate.precision,
        gate.recall,
        plain(&evaluation.whole_jaccard),
        plain(&evaluation.best_sentence),
        plain(&evaluation.partial_words)
    )
}

/// Sentences of the sources put in other words: how many of them are supported, and rejected by which finding.
fn print_faithful(faithful: &BTreeMap<(String, Variant), Faithful>) -> Result<(), CliError> {
    tell_line!(
        "\n| faithful variants | lang | variants | supported | vetoed | number | quotation | negation | direction |"
    )?;
    tell_line!("|---|---|---:|---:|---:|---:|---:|---:|---:|")?;
    for ((lang, variant), found) in faithful {
        let share = |part| share(part, found.variants);
        let [number, quotation, negation, direction] = found.vetoed;
        tell_line!(
            "| {} | {lang} | {} | {:.3} | {:.3} | {number} | {quotation} | {negation} | {direction} |",
            match variant {
                Variant::Register => "polite or short forms",
                Variant::LeadIn => "a lead-in",
                Variant::Markup => "a list item in bold",
                Variant::Clause => "one clause of two",
                Variant::Bracket => "brackets left out",
                Variant::Form => "another form of a word",
                Variant::Count => "numbers as words or digits",
                Variant::Bound => "another word for a bound",
                Variant::Synonym => "a synonym",
                Variant::Voice => "passive",
                Variant::Nominal => "a nominal form",
                Variant::Entry => "an entry",
                Variant::Together => "several at once",
            },
            found.variants,
            share(found.supported),
            share(found.vetoed.iter().sum())
        )?;
    }
    Ok(())
}

/// The same texts with one thing changed: how many of them are refused, and score lower or equally.
fn print_contrasts(contrasts: &BTreeMap<(String, Basis, Change), Contrasts>) -> Result<(), CliError> {
    tell_line!("\n| contrast pairs | lang | changed | pairs | refused | lower | equal |")?;
    tell_line!("|---|---|---|---:|---:|---:|---:|")?;
    for ((lang, basis, change), found) in contrasts {
        let share = |part| share(part, found.pairs);
        tell_line!(
            "| {} | {lang} | {} | {} | {:.3} | {:.3} | {:.3} |",
            match basis {
                Basis::Claim => "supported claims",
                Basis::Sentence => "sentences of the source",
            },
            match change {
                Change::Number => "number",
                Change::Negation => "negation",
                Change::Direction => "direction",
            },
            found.pairs,
            share(found.rejected),
            share(found.lower),
            share(found.equal)
        )?;
    }
    Ok(())
}
