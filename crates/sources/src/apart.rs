//! Names that tell files apart.

/// What each of some files is called, given its name and where it lay: its name, with as many folders of its path in front as tell it
/// from another file of that name. Two of which nobody knows where they lay keep their name.
#[must_use]
pub fn told_apart<'a>(files: impl IntoIterator<Item = (&'a str, Option<&'a str>)>) -> Vec<String> {
    let files: Vec<(&str, Vec<&str>)> = files.into_iter().map(|(name, path)| (name, folders(path))).collect();
    let called = |(name, folders): &(&'a str, Vec<&'a str>)| {
        let others = files.iter().filter(|(other, lay)| other == name && lay != folders);
        let depth = others.map(|(_, lay)| shared(folders, lay) + 1).max().unwrap_or(0);
        let above = folders.iter().take(depth).rev();
        above.flat_map(|folder| [*folder, "/"]).chain([*name]).collect::<String>()
    };
    files.iter().map(called).collect()
}

/// The folders of a path, the innermost first.
fn folders(path: Option<&str>) -> Vec<&str> {
    let mut parts = path.unwrap_or_default().split(['/', '\\']).filter(|part| !part.is_empty());
    parts.next_back();
    parts.rev().collect()
}

/// How many folders two files share from the innermost on.
fn shared(one: &[&str], other: &[&str]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_are_told_apart() {
        let called = |files: &[(&str, &str)]| {
            let files = files.iter().map(|(name, path)| (*name, Some(*path).filter(|path| !path.is_empty())));
            told_apart(files)
        };
        assert_eq!(
            called(&[
                ("fees.md", "/a/2024/fees.md"),
                ("fees.md", "/a/2025/fees.md"),
                ("hall.md", "/a/hall.md")
            ]),
            ["2024/fees.md", "2025/fees.md", "hall.md"]
        );
        // Passages of one file are one file.
        assert_eq!(called(&[("a.md", "/x/a.md"), ("a.md", "/x/a.md")]), ["a.md", "a.md"]);
        assert_eq!(
            called(&[("a.md", "/x/1/rules/a.md"), ("a.md", "/x/2/rules/a.md"), ("a.md", "")]),
            ["1/rules/a.md", "2/rules/a.md", "a.md"]
        );
        assert_eq!(
            called(&[("회비.md", r"C:\문서\서울\회비.md"), ("회비.md", r"C:\문서\부산\회비.md")]),
            ["서울/회비.md", "부산/회비.md"]
        );
        assert_eq!(called(&[("a.md", "/x/y/a.md"), ("a.md", "/y/a.md")]), ["x/y/a.md", "y/a.md"]);
        assert_eq!(called(&[("a.md", ""), ("a.md", "")]), ["a.md", "a.md"]);
    }
}
