use super::*;
use stet_text::Language;

fn read(source: &str) -> Extraction {
    extract(source.as_bytes(), &Limits::default()).unwrap()
}

fn texts(source: &str) -> Vec<(Category, String)> {
    read(source).blocks.into_iter().map(|block| (block.category, block.text)).collect()
}

#[test]
fn words_are_read_as_they_are_set() {
    for (source, text) in [
        (
            "The \\emph{fee} is $\\frac{3}{45}$ of 10^{6}. % no\nH_2O, 5\\%.",
            "The fee is 3/45 of 10⁶. H2O, 5%.",
        ),
        ("\\newcommand{\\ours}{DeepSalt}\\ours{} is fast, \\ours too.", "DeepSalt is fast, DeepSalt too."),
        (
            "\\newcommand{\\fee}[2][5]{#2 costs #1}\\fee{수영장}, \\fee[7]{the gym}",
            "수영장 costs 5, the gym costs 7",
        ),
        ("\\def\\half#1{$\\frac{#1}{2}$}\\let\\h=\\half \\h{3}", "3/2"),
        ("As in \\citep[see][p.~3]{lee,kim}, Section~\\ref{s} (\\cite{x}).", "As in, Section."),
        (
            "\\newif\\ifdraft\\drafttrue\\draftfalse A\\ifdraft{} draft\\else{} final\\fi\\iffalse 42 \\ifx\\a\\b 43\\fi\\fi.",
            "A final.",
        ),
        ("M\\\"uller, caf\\'e, Fran\\c{c}ois --- ``5--7''", "Müller, café, François — “5–7”"),
        ("a%\n  b \\verb|x%\\y| \\url{http://a.org/%20}", "ab x%\\y http://a.org/%20"),
        (
            "\\[ E = mc^2 \\]\nand\n\\begin{align*}a &= \\alpha\\\\ b &\\leq \\sqrt{4}\\end{align*}",
            "E = mc²\nand\na = α\nb ≤ √4",
        ),
        (
            "{\\bf Bold} \\textcolor{red}{red} \\href{http://a}{here} \\SI{5}{\\kilo\\meter}",
            "Bold red here 5 kilometer",
        ),
        ("\\newtheorem{thm}{정리}\\begin{thm}[Zorn]Every chain.\\end{thm}", "정리 (Zorn). Every chain."),
    ] {
        assert_eq!(texts(source), [(Category::Paragraph, text.to_owned())], "{source}");
    }
}

#[test]
fn tables_notes_and_headings() {
    let source = "\\section*{요금}\nOpen \\footnote{Not on \\emph{Monday}.}, now.\n\\begin{table}[h]\n\\begin{tabular}{l|cc}\n\\toprule\n\
        \\multirow{2}{*}{Room} & \\multicolumn{2}{c}{Fee} \\\\ \\cmidrule(lr){2-3}\n & Summer & Winter \\\\[2pt] \\midrule\n\
        A \\& B & 1 & 2 \\\\ \\hline\nC & \\multicolumn{2}{c}{free} \\\\\n\\end{tabular}\n\\caption[x]{Fees}\\label{t}\n\\end{table}\n\
        \\begin{verbatim}\nx % y\n\\end{verbatim}\n";
    let blocks = read(source).blocks;
    assert_eq!(blocks[3].caption.as_deref(), Some("Fees"));
    assert_eq!(
        texts(source),
        [
            (Category::Heading2, "요금".to_owned()),
            (Category::Paragraph, "Open, now.".to_owned()),
            (Category::Footnote, "Not on Monday.".to_owned()),
            (
                Category::Table,
                "| Room | Fee Summer | Fee Winter |\n| --- | --- | --- |\n| A & B | 1 | 2 |\n| C | free | free |".to_owned()
            ),
            (Category::Code, "x % y".to_owned()),
        ]
    );
    let names = "\\begin{tabular}{lll} A & x & y \\\\ & u & v \\\\ \\midrule 1 & 2 & 3 \\\\ \\midrule 4 & 5 & 6 \\end{tabular}";
    assert_eq!(
        texts(names),
        [(
            Category::Table,
            "| A | x u | y v |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |".to_owned()
        )]
    );
    let long = "\\begin{longtable}{ll}\\caption{L}\\\\ a & b \\\\ \\endfirsthead a & b \\\\ \\endhead more \\\\ \\endfoot 1 & 2 \\\\\\end{longtable}";
    assert_eq!(texts(long), [(Category::Table, "| a | b |\n| --- | --- |\n| 1 | 2 |".to_owned())]);
}

#[test]
fn what_the_source_says_of_itself() {
    let source = "\\title{Rules of \\LaTeX\\thanks{Paid.}}\\author{Lee \\and 김}\\date{12 May 2026}\\begin{document}\\maketitle\n\\input{one}\\include{two/a}\
        Body \\begin{tikzpicture}\\node{x};\\end{tikzpicture}.\\end{document} 42";
    let read = read(source);
    assert_eq!((read.title.as_deref(), read.dated.as_deref()), (Some("Rules of LaTeX"), Some("12 May 2026")));
    assert_eq!(read.author.as_deref(), Some("Lee, 김"));
    let texts: Vec<&str> = read.blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(texts.join("|"), "Rules of LaTeX|Lee\n김|Body|Paid.|.");
    let told: Vec<String> = read.left_out.iter().map(|left_out| left_out.text(Language::En)).collect();
    assert!(told[0].starts_with("2 files that it draws in (one, two/a)"), "{told:?}");
}

#[test]
fn hostile_sources_end() {
    let mut nested = String::from("\\newcommand{\\qa}{}");
    for name in b'b'..b'n' {
        let inner = format!("\\q{}", char::from(name - 1)).repeat(10);
        nested.extend(["\\newcommand{\\q", char::from(name).encode_utf8(&mut [0; 4]), "}{", &inner, "}"]);
    }
    let endless = read(&format!("{nested}Hi \\qm there."));
    assert_eq!(endless.left_out, [LeftOut::named(Code::EndlessMacros, "")]);
    assert_eq!(endless.blocks[0].text, "Hi there.");
    read("\\def\\a{x\\a\\a}Hi \\a there.");
    for part in [
        "\\newcommand{\\x}[1]{#1}\\x{",
        "{",
        "\\frac{",
        "x^{",
        "\\x[가",
        "\\begin{tabular}{l}",
        "\\iffalse ",
        "\\footnote{",
        "\\verb",
    ] {
        read(&format!("{}hello", part.repeat(3000)));
    }
}
