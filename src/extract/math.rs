//! Formulas as one line of text: OMML of Word, the scripts of Hancom's equations. `3/45`, `10⁶`, `√(a+b)`, `∑_(i=1)^n`.

use super::ExtractError;
use super::builder::one_line;
use super::script::{END, LOWERED, RAISED, settle};
use super::xml::{Node, Pull};

/// A formula of `OMML` (ECMA-376, part 1, 22.1) whose element was opened last.
pub(super) fn omml(xml: &mut Pull<'_>) -> Result<String, ExtractError> {
    let parts = children(xml)?;
    Ok(one_line(&parts.into_iter().map(|(_, text)| text).collect::<String>()))
}

/// The children of the open element as text, with the marks that say how they are set as children of their own.
fn children(xml: &mut Pull<'_>) -> Result<Vec<(String, String)>, ExtractError> {
    let mut parts = Vec::new();
    loop {
        let element = match xml.next()? {
            Node::Open(element) => element,
            Node::Close | Node::End => return Ok(parts),
            Node::Text(_) => continue,
        };
        let name = element.name().to_owned();
        let set = matches!(name.as_str(), "chr" | "begChr" | "endChr" | "sepChr" | "degHide" | "type");
        let text = if set {
            let value = element.attr("val").unwrap_or_default();
            xml.skip()?;
            value
        } else if name == "t" {
            xml.text()?.replace('\u{2061}', " ")
        } else if name == "rPr" || name == "ctrlPr" {
            xml.skip()?;
            continue;
        } else {
            let inner = children(xml)?;
            if name.ends_with("Pr") {
                // What is said of the whole stands beside its parts.
                parts.extend(inner);
                continue;
            }
            object(&name, &inner)
        };
        parts.push((name, text));
    }
}

/// A formula of `MathML` whose element, of this name, was opened last.
pub(super) fn mathml(xml: &mut Pull<'_>, name: &str) -> Result<String, ExtractError> {
    if matches!(name, "mi" | "mn" | "mo" | "mtext" | "ms") {
        return Ok(leaf(&xml.text()?));
    }
    let mut parts = Vec::new();
    while let Node::Open(element) = skip_text(xml)? {
        parts.push(mathml(xml, element.name())?);
    }
    Ok(set(name, &parts))
}

fn skip_text<'a>(xml: &mut Pull<'a>) -> Result<Node<'a>, ExtractError> {
    loop {
        match xml.next()? {
            Node::Text(_) => {}
            node => return Ok(node),
        }
    }
}

/// A name, a number or a sign of `MathML`.
pub(super) fn leaf(text: &str) -> String {
    text.trim().replace('\u{2061}', " ").replace('\u{2062}', "")
}

/// What an element of `MathML` makes of its parts.
pub(super) fn set(name: &str, parts: &[String]) -> String {
    let part = |at: usize| parts.get(at).map_or("", String::as_str);
    match name {
        "mfrac" => fraction(part(0), part(1)),
        "msup" | "mover" => power(part(0), part(1)),
        "msub" | "munder" => index(part(0), part(1)),
        "msubsup" | "munderover" => power(&index(part(0), part(1)), part(2)),
        "msqrt" => root("", &parts.concat()),
        "mroot" => root(part(1), part(0)),
        "mtr" => parts.join(" "),
        "mtable" => format!("[{}]", parts.join("; ")),
        // The formula itself stands before its notes.
        "semantics" => part(0).to_owned(),
        "annotation" | "annotation-xml" => String::new(),
        _ => parts.concat(),
    }
}

fn object(name: &str, parts: &[(String, String)]) -> String {
    let get =
        |name: &str| parts.iter().find(|(found, _)| found == name).map_or("", |(_, text)| text.as_str());
    let all = |name: &str, between: &str| {
        let texts: Vec<&str> =
            parts.iter().filter(|(found, _)| found == name).map(|(_, text)| text.as_str()).collect();
        texts.join(between)
    };
    match name {
        "f" if get("type") == "noBar" => format!("({} {})", get("num"), get("den")),
        "f" => fraction(get("num"), get("den")),
        "sSup" => power(get("e"), get("sup")),
        "sSub" => index(get("e"), get("sub")),
        "sSubSup" => power(&index(get("e"), get("sub")), get("sup")),
        "rad" => root(get("deg"), get("e")),
        "limLow" => index(get("e"), get("lim")),
        "limUpp" => power(get("e"), get("lim")),
        "func" => format!("{} {}", get("fName"), get("e")),
        "nary" => {
            let sign = if get("chr").is_empty() { "∫" } else { get("chr") };
            format!("{} {}", power(&index(sign, get("sub")), get("sup")), get("e"))
        }
        "d" => {
            let set = |name: &str, usual: &'static str| {
                parts
                    .iter()
                    .find(|(found, _)| found == name)
                    .map_or_else(|| usual.to_owned(), |(_, text)| text.clone())
            };
            format!("{}{}{}", set("begChr", "("), all("e", &set("sepChr", "|")), set("endChr", ")"))
        }
        "m" => format!("[{}]", all("mr", "; ")),
        "mr" => all("e", " "),
        "eqArr" => all("e", "; "),
        _ => parts
            .iter()
            .filter(|(name, _)| {
                !matches!(name.as_str(), "chr" | "begChr" | "endChr" | "sepChr" | "degHide" | "type")
            })
            .map(|(_, text)| text.as_str())
            .collect(),
    }
}

/// In parentheses unless it reads as one: a number, a name.
fn grouped(text: &str) -> String {
    let text = text.trim();
    let one = text.chars().all(|ch| ch.is_alphanumeric() || matches!(ch, '.' | '_' | ',' | '′'))
        || (text.starts_with('(') && text.ends_with(')') && text.matches('(').count() == 1);
    if one { text.to_owned() } else { format!("({text})") }
}

pub(super) fn fraction(above: &str, below: &str) -> String {
    format!("{}/{}", grouped(above), grouped(below))
}

pub(super) fn power(base: &str, exponent: &str) -> String {
    let exponent = exponent.trim();
    if exponent.is_empty() {
        return base.to_owned();
    }
    // A name keeps marks of notes off its last letter: what is raised in a formula is no note.
    let digits = exponent.chars().all(|ch| ch.is_ascii_digit() || matches!(ch, '-' | '−' | '+' | '∘' | '°'));
    if digits {
        let raised = settle(&format!("x{RAISED}{exponent}{END}")).into_owned();
        return format!("{base}{}", raised.strip_prefix('x').unwrap_or(exponent).replace('∘', "°"));
    }
    format!("{base}^{}", grouped(exponent))
}

pub(super) fn index(base: &str, below: &str) -> String {
    let below = below.trim();
    if below.is_empty() {
        return base.to_owned();
    }
    if below.chars().all(char::is_alphanumeric) {
        return settle(&format!("{base}{LOWERED}{below}{END}")).into_owned();
    }
    format!("{base}_{}", grouped(below))
}

pub(super) fn root(degree: &str, inside: &str) -> String {
    match degree.trim() {
        "" | "2" => format!("√{}", grouped(inside)),
        "3" => format!("∛{}", grouped(inside)),
        other => format!("{other}√{}", grouped(inside)),
    }
}

/// An equation in Hancom's script: `{3} over {45}`, `10 ^{6}`, `sqrt {x}`.
pub(super) fn hancom(script: &str) -> String {
    let mut padded = String::with_capacity(script.len() * 2);
    for ch in script.chars() {
        match ch {
            '{' | '}' | '^' | '_' => {
                padded.push(' ');
                padded.push(ch);
                padded.push(' ');
            }
            '~' | '`' | '#' | '&' => padded.push(' '),
            other => padded.push(other),
        }
    }
    let words: Vec<&str> = padded.split_whitespace().take(MAX_WORDS).collect();
    let mut at = 0;
    one_line(&row(&words, &mut at, 0))
}

/// Words of an equation that are read, and groups in groups.
const MAX_WORDS: usize = 20_000;
const MAX_GROUPS: usize = 64;

fn row(words: &[&str], at: &mut usize, depth: usize) -> String {
    let mut parts: Vec<String> = Vec::new();
    while let Some(word) = words.get(*at) {
        *at += 1;
        match word.to_ascii_lowercase().as_str() {
            "}" => break,
            "over" => {
                let above = parts.pop().unwrap_or_default();
                let below = term(words, at, depth);
                parts.push(fraction(&above, &below));
            }
            "^" | "sup" => {
                let base = parts.pop().unwrap_or_default();
                let exponent = term(words, at, depth);
                parts.push(power(&base, &exponent));
            }
            "_" | "sub" => {
                let base = parts.pop().unwrap_or_default();
                let below = term(words, at, depth);
                parts.push(index(&base, &below));
            }
            _ => {
                *at -= 1;
                parts.push(term(words, at, depth));
            }
        }
    }
    parts.join(" ")
}

fn term(words: &[&str], at: &mut usize, depth: usize) -> String {
    let Some(word) = words.get(*at) else { return String::new() };
    *at += 1;
    match word.to_ascii_lowercase().as_str() {
        "{" if depth < MAX_GROUPS => row(words, at, depth + 1),
        "{" | "}" | "left" | "right" | "rm" | "it" | "bold" => String::new(),
        "sqrt" => root("", &term(words, at, depth)),
        "times" => "×".into(),
        "div" => "÷".into(),
        "cdot" => "·".into(),
        "pm" | "+-" => "±".into(),
        "leq" | "le" | "<=" => "≤".into(),
        "geq" | "ge" | ">=" => "≥".into(),
        "neq" | "ne" | "!=" => "≠".into(),
        "inf" => "∞".into(),
        "sum" => "∑".into(),
        "int" => "∫".into(),
        "alpha" => "α".into(),
        "beta" => "β".into(),
        "gamma" => "γ".into(),
        "theta" => "θ".into(),
        "lambda" => "λ".into(),
        "mu" => "μ".into(),
        "pi" => "π".into(),
        "sigma" => "σ".into(),
        _ => (*word).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(formula: &str) -> String {
        let source = format!("<m:oMath>{formula}</m:oMath>");
        let mut xml = Pull::new(&source);
        xml.next().map(drop).unwrap();
        omml(&mut xml).unwrap()
    }

    #[test]
    fn formulas_of_word() {
        let run = |text: &str| format!("<m:r><w:rPr><w:b/></w:rPr><m:t>{text}</m:t></m:r>");
        let fraction = |a: &str, b: &str| {
            format!("<m:f><m:fPr/><m:num>{}</m:num><m:den>{}</m:den></m:f>", run(a), run(b))
        };
        assert_eq!(word(&fraction("3", "45")), "3/45");
        assert_eq!(word(&fraction("a+b", "λ")), "(a+b)/λ");
        let power =
            |a: &str, b: &str| format!("<m:sSup><m:e>{}</m:e><m:sup>{}</m:sup></m:sSup>", run(a), run(b));
        assert_eq!(word(&power("10", "6")), "10⁶");
        assert_eq!(word(&power("10", "-4")), "10⁻⁴");
        assert_eq!(word(&power("45.0", "∘")), "45.0°");
        assert_eq!(word(&power("rate", "2")), "rate²");
        let root = format!(
            "<m:rad><m:radPr><m:degHide m:val=\"1\"/></m:radPr><m:deg/><m:e>{}</m:e></m:rad>",
            run("16")
        );
        assert_eq!(word(&root), "√16");
        let sum = format!(
            "<m:nary><m:naryPr><m:chr m:val=\"∑\"/></m:naryPr><m:sub>{}</m:sub><m:sup>{}</m:sup><m:e>{}</m:e></m:nary>",
            run("i=1"),
            run("n"),
            run("x")
        );
        assert_eq!(word(&sum), "∑_(i=1)^n x");
        assert_eq!(word(&format!("<m:d><m:e>{}</m:e></m:d>", run("550"))), "(550)");
    }

    #[test]
    fn equations_of_hancom() {
        assert_eq!(hancom("{3} over {45}"), "3/45");
        assert_eq!(hancom("10 ^{6}"), "10⁶");
        assert_eq!(hancom("sqrt {a+b}"), "√(a+b)");
        assert_eq!(hancom("x _{max} times 2"), "x_max × 2");
        assert_eq!(hancom("{{{"), "");
    }
}
