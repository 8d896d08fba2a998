//! The form in which names are the same.

use stet_marks::statute::normalised_name;

/// The form of a name in which it is compared: without spaces, brackets, case and what is not seen; an English one without its
/// article. Empty where nothing of it can be compared.
#[must_use]
pub fn key(name: &str) -> String {
    let name = name.trim();
    let bare = ["the ", "The ", "THE ", "a ", "A ", "an ", "An "]
        .iter()
        .find_map(|article| name.strip_prefix(article));
    normalised_name(bare.unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_case_brackets_and_articles_make_no_other_name() {
        assert_eq!(key("교원 인사위원회"), key("교원인사위원회"));
        assert_eq!(key("「고등교육법」 제25조"), "고등교육법제25조");
        assert_eq!(key("the Academic Senate"), key("ACADEMIC senate"));
        assert_ne!(key("Theatre Board"), key("atre Board"));
        assert_eq!(key(" 「」 "), "");
    }
}
