//! What the commands of LaTeX set: signs, letters with accents, and how many arguments that are no words come first.

use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

/// Commands and their signs, two by two.
const SIGNS: &str = "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ \
    pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π \
    Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω times × cdot · div ÷ pm ± mp ∓ leq ≤ le ≤ leqslant ≤ geq ≥ ge ≥ geqslant ≥ neq ≠ ne ≠ approx ≈ equiv ≡ \
    sim ∼ simeq ≃ cong ≅ propto ∝ ll ≪ gg ≫ in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ setminus ∖ emptyset ∅ varnothing ∅ \
    forall ∀ exists ∃ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ iff ⇔ \
    Leftrightarrow ⇔ implies ⇒ mapsto ↦ uparrow ↑ downarrow ↓ longrightarrow ⟶ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ oint ∮ circ ∘ bullet • star ⋆ \
    ast ∗ oplus ⊕ otimes ⊗ odot ⊙ perp ⊥ parallel ∥ mid | vert | lvert | rvert | Vert ‖ lVert ‖ rVert ‖ langle ⟨ rangle ⟩ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ \
    ldots … dots … cdots ⋯ textellipsis … ell ℓ hbar ℏ Re ℜ Im ℑ aleph ℵ angle ∠ triangle △ prime ′ dagger † ddagger ‡ dag † ddag ‡ S § P ¶ \
    copyright © textcopyright © textregistered ® texttrademark ™ pounds £ textsterling £ euro € EUR € texteuro € textwon ₩ textyen ¥ textcent ¢ textdegree ° \
    degree ° celsius °C degreeCelsius °C percent % textpercent % textbar | textless < textgreater > lt < gt > textbackslash \\ backslash \\ textasciitilde ~ \
    textasciicircum ^ textunderscore _ textquotesingle ' textquotedblleft “ textquotedblright ” textquoteleft ‘ textquoteright ’ textendash – textemdash — textbullet • \
    textperiodcentered · lbrace { rbrace } lbrack [ rbrack ] checkmark ✓ cmark ✓ xmark ✗ ss ß ae æ AE Æ oe œ OE Œ o ø O Ø l ł L Ł aa å AA Å i ı j ȷ TeX TeX LaTeX LaTeX LaTeXe LaTeX2ε \
    BibTeX BibTeX log log ln ln exp exp sin sin cos cos tan tan max max min min sup sup inf inf lim lim arg arg argmax argmax argmin argmin det det dim dim ker ker gcd gcd Pr Pr \
    deg deg bmod mod mod mod colon :";

/// Accents and the characters that combine with the letter before.
const ACCENTS: [(&str, char); 14] = [
    ("'", '\u{301}'),
    ("`", '\u{300}'),
    ("^", '\u{302}'),
    ("\"", '\u{308}'),
    ("~", '\u{303}'),
    ("=", '\u{304}'),
    (".", '\u{307}'),
    ("c", '\u{327}'),
    ("v", '\u{30c}'),
    ("u", '\u{306}'),
    ("H", '\u{30b}'),
    ("k", '\u{328}'),
    ("r", '\u{30a}'),
    ("d", '\u{323}'),
];

/// How many arguments of a command are no words; what follows them is read.
const ASIDE: [(usize, &str); 3] = [
    (
        1,
        "label ref eqref pageref autoref nameref vref cref Cref hyperref includegraphics bibliographystyle bibliography addbibresource usepackage documentclass \
         pagestyle thispagestyle pagenumbering vspace hspace color rowcolor cellcolor columncolor cline cmidrule addlinespace noalign vskip hskip stepcounter refstepcounter \
         value input include href textcolor colorbox parbox raisebox scalebox rotatebox hyperlink hypertarget texorpdfstring captionof phantom hphantom vphantom \
         graphicspath affilnum orcid linewidth theoremstyle usetikzlibrary hypersetup setlist captionsetup geometry lstset index glsadd write selectlanguage foreignlanguage \
         tikz title author date newcounter bibitem subject",
    ),
    (
        2,
        "setlength addtolength setcounter addtocounter rule fcolorbox resizebox fontsize colorlet pdfbookmark newcolumntype renewcommand",
    ),
    (3, "addcontentsline definecolor specialrule"),
];

/// Arguments of an environment that are no words.
const ENVIRONMENTS: [(usize, &str); 2] = [
    (
        1,
        "array alignat alignat* alignedat minipage multicols multicols* adjustbox spacing thebibliography column textblock varwidth subfigure subtable",
    ),
    (2, "wrapfigure wraptable CJK CJK* list"),
];

type Counts = LazyLock<HashMap<&'static str, usize>>;

static SIGN: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let mut words = SIGNS.split_whitespace();
    std::iter::from_fn(|| Some((words.next()?, words.next()?))).collect()
});
static ASIDE_OF: Counts = LazyLock::new(|| counts(&ASIDE));
static ASIDE_OF_ENVIRONMENT: Counts = LazyLock::new(|| counts(&ENVIRONMENTS));

fn counts(table: &[(usize, &'static str)]) -> HashMap<&'static str, usize> {
    table.iter().flat_map(|(count, names)| names.split_whitespace().map(|name| (name, *count))).collect()
}

pub(super) fn sign(name: &str) -> Option<&'static str> {
    SIGN.get(name).copied()
}

pub(super) fn accent(name: &str) -> Option<char> {
    ACCENTS.iter().find(|(sign, _)| *sign == name).map(|(_, accent)| *accent)
}

/// A letter with its accent.
pub(super) fn accented(letters: &str, accent: char) -> String {
    let base = match letters.trim() {
        "ı" => "i",
        "ȷ" => "j",
        other => other,
    };
    let mut chars = base.chars();
    chars.next().into_iter().chain([accent]).chain(chars).nfc().collect()
}

/// Arguments of a command before its words; those of citations and references are keys.
pub(super) fn aside(name: &str) -> usize {
    let cites = || name.to_ascii_lowercase().contains("cite");
    ASIDE_OF.get(name).copied().unwrap_or_else(|| usize::from(cites()))
}

/// Arguments of an environment before its words.
pub(super) fn aside_of_environment(name: &str) -> usize {
    ASIDE_OF_ENVIRONMENT.get(name).copied().unwrap_or(0)
}
