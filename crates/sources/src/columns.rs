//! Questions that count or compare what stands in the columns of a table: `How many rooms have a projector?`, `9시 전에 여는 지점은?`.
//!
//! Owns what such a question asks of which column, and which rows meet it. It guesses nothing: where a word of the question is neither
//! what the rows are, nor a column, a cell, the name of the table or a word that says nothing, or where a cell cannot be read as the
//! others of its column, there is no answer. Leaves to `ask` where tables come from and how rows are shown.

mod measure;
mod words;

use rustc_hash::FxHashSet;

use measure::{Class, Measure, measure, of_column};
use stet_reading::cells::{affirms, cells, is_rule, with_unit};
use stet_text::normalise;
pub use words::Wanted;
use words::{Bound, Sorts, Word, is_same};

/// Rows of a table under their heads, with the passages in which they stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table<'a> {
    /// Between bars.
    pub head: &'a str,
    pub rows: Vec<Row<'a>>,
    /// Lines that are no row as the others are, or cells that nobody can part.
    odd: bool,
}

/// A line of a table, and the number of its passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row<'a> {
    pub passage: usize,
    pub line: &'a str,
}

/// The rows that meet what a question asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub asks: Asks,
    /// Positions among the rows of the table.
    pub rows: Vec<usize>,
    /// Rows of the table, without those of sums.
    pub of: usize,
    /// Those of them that say nothing in the column.
    pub silent: usize,
    /// The head of the column, where one is compared.
    pub column: Option<String>,
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// All rows that there are.
    All,
    /// Those that meet something.
    Some,
    Highest,
    Lowest,
}

impl<'a> Table<'a> {
    /// A table of the passages that it is cut into; `heads` are those of its columns, between bars.
    #[must_use]
    pub fn new(head: &'a str, passages: impl IntoIterator<Item = &'a str>) -> Self {
        let columns = head.split('|').count();
        let mut table = Self { head, odd: head.contains('\\'), ..Self::default() };
        for (passage, text) in passages.into_iter().enumerate() {
            let lines: Vec<&str> =
                text.lines().map(str::trim).take_while(|line| line.starts_with('|')).collect();
            for (at, line) in lines.iter().enumerate() {
                // The heads, here or again on another page.
                let is_head = lines.get(at + 1).is_some_and(|next| is_rule(next));
                let Some(own) = cells(line).filter(|_| !is_head) else { continue };
                table.odd |= own.count() != columns || line.contains('\\');
                table.rows.push(Row { passage, line });
            }
        }
        table
    }

    fn heads(&self) -> Vec<Head<'a>> {
        self.head.split('|').map(|head| Head::new(head.trim())).collect()
    }
}

/// The head of a column.
struct Head<'a> {
    name: &'a str,
    unit: &'a str,
    words: Vec<Word>,
}

impl<'a> Head<'a> {
    fn new(head: &'a str) -> Self {
        let (name, unit) = with_unit(head);
        Self { name, unit, words: Word::all(name) }
    }

    /// Whether a word of a question names this column.
    fn is_named(&self, word: &Word) -> bool {
        self.words.iter().any(|own| is_same(word, own)) || self.measures(word.sorts)
    }

    /// Whether something is measured here.
    fn measures(&self, sorts: Sorts) -> bool {
        sorts.measures().any(|what| self.is_for(what))
    }

    fn is_for(&self, what: &str) -> bool {
        self.words.iter().any(|own| own.sorts.is(what))
    }

    /// Whether this is the head of names or numbers of whatever the rows are.
    fn is_any(&self) -> bool {
        !self.words.is_empty() && self.words.iter().all(|word| word.sorts.is("name"))
    }

    /// Whether the rows may be people.
    fn is_of_people(&self) -> bool {
        self.is_any() || self.words.iter().any(Word::is_of_people)
    }

    /// Whether a word calls the rows what this head calls them.
    fn calls(&self, word: &Word) -> bool {
        let own: Vec<&Word> = self.words.iter().filter(|word| !word.sorts.is("name")).collect();
        match own.as_slice() {
            [] => word.sorts.is("who") && self.is_any(),
            [own] => own.is_named_by(word) || word.sorts.is("who") && own.is_of_people(),
            [.., last] => last.is_named_by(word),
        }
    }
}

/// A table with what is needed to read it.
struct Sheet<'t> {
    heads: Vec<Head<'t>>,
    /// The rows but for those of sums, with their positions.
    rows: Vec<(usize, Vec<&'t str>)>,
}

impl<'t> Sheet<'t> {
    /// Nothing of a table whose rows are not all alike.
    fn new(table: &Table<'t>) -> Option<Self> {
        let heads = table.heads();
        let mut once = FxHashSet::default();
        // Two tables side by side, or names over names.
        if table.odd || heads.len() < 2 || !heads.iter().all(|head| once.insert(head.name)) {
            return None;
        }
        let mut rows = Vec::with_capacity(table.rows.len());
        for (at, row) in table.rows.iter().enumerate() {
            let own: Vec<&str> = cells(row.line)?.map(str::trim).collect();
            let first = own.first().copied().unwrap_or_default();
            // A line that runs over all columns parts the rows.
            let is_part = own.len() > 2 && own.iter().all(|cell| *cell == first);
            let is_total = own.iter().take(2).any(|cell| is_total(cell));
            if is_part || is_total {
                continue;
            }
            if first.is_empty() || own.iter().skip(1).all(|cell| cell.is_empty()) {
                return None;
            }
            rows.push((at, own));
        }
        (!rows.is_empty()).then_some(Self { heads, rows })
    }

    /// Whether a word calls the rows what they are.
    fn is_of_rows(&self, word: &Word, naming: usize, over: Option<&Word>) -> bool {
        let Some(head) = self.heads.get(naming) else { return false };
        head.calls(word)
            || head.words.iter().any(|own| own.is_named_by(word))
            || head.is_any() && over.is_some_and(|last| last.is_named_by(word))
            || self.column(naming).all(|cell| Word::all(cell).iter().any(|own| own.is_named_by(word)))
    }

    /// Whether a cell says nothing but this word, however little it says elsewhere: `ok`.
    fn has_cell(&self, word: &Word, naming: usize) -> bool {
        let mut others = self.rows.iter().flat_map(|(_, row)| row.iter().enumerate());
        others.any(|(at, cell)| {
            at != naming && cell.len() == word.text.len() && cell.to_lowercase() == word.text
        })
    }

    fn column(&self, at: usize) -> impl Iterator<Item = &'t str> + '_ {
        self.rows.iter().map(move |(_, row)| row.get(at).copied().unwrap_or_default())
    }

    /// The column that says what each row is: the first, or the one behind the numbers of the rows.
    fn naming(&self, words: &[Word], above: Option<&Word>) -> Option<usize> {
        let is_digits = |cell: &str| cell.chars().all(|ch| ch.is_ascii_digit());
        let is_number =
            |at: usize| self.heads.get(at).is_some_and(Head::is_any) || self.column(at).all(is_digits);
        let called = (0..self.heads.len()).take(2).find(|&at| {
            (at == 0 || is_number(0))
                && self.heads.get(at).is_some_and(|head| words.iter().any(|word| head.calls(word)))
        });
        let named_above = || above.is_some_and(|last| words.iter().any(|word| last.is_named_by(word)));
        let all_say = || {
            let says =
                |cell: &str| Word::all(cell).iter().any(|own| words.iter().any(|word| own.is_named_by(word)));
            self.rows.len() > 1 && self.column(0).all(says)
        };
        called.or_else(|| (is_number(0) && named_above() || all_say()).then_some(0))
    }

    /// The column in which a cell says nothing but words of a question, some that are `left` among them, and that cell: the one that says
    /// most of them.
    fn cell(
        &self,
        words: &[Word],
        left: &[&Word],
        free: impl Fn(usize) -> bool,
    ) -> Option<(usize, Vec<Word>, String)> {
        let says = |cell: &[Word], word: &Word| cell.iter().any(|own| own.is_said_by(word));
        let heads: Vec<String> = left.iter().map(|word| word.text.chars().take(2).collect()).collect();
        let mut best: Vec<(usize, Vec<Word>, String)> = Vec::new();
        for at in (0..self.heads.len()).filter(|at| free(*at)) {
            let cells: FxHashSet<String> = self.column(at).map(normalise).collect();
            for cell in cells.into_iter().filter(|cell| heads.iter().any(|head| cell.contains(head))) {
                let own = Word::all(&cell);
                let is_told = own.iter().all(|own| words.iter().any(|word| own.is_said_by(word)));
                if is_told && left.iter().any(|word| says(&own, word)) {
                    best.push((at, own, cell));
                }
            }
        }
        let most = best.iter().map(|(_, own, _)| own.len()).max()?;
        best.retain(|(_, own, _)| own.len() == most);
        let (at, own, cell) = best.pop().filter(|_| best.is_empty())?;
        // `Hall C` beside `Hall C, upstairs`: who asks may mean both.
        let is_wider = |other: &str| {
            let other = Word::all(other);
            own.iter().all(|word| says(&other, word))
        };
        let others = self.column(at).map(normalise).any(|other| other != cell && is_wider(&other));
        (!others).then_some((at, own, cell))
    }

    /// What the cells of a column say as values of one kind; nothing where one says anything else.
    fn measured(&self, at: usize) -> Option<(Class, Vec<Option<Measure>>)> {
        let head = self.heads.get(at)?;
        of_column(self.column(at), head.unit, head.is_for(":year"))
    }

    /// Whether the cells of a column affirm its head, one by one; nothing where one says anything else.
    fn affirmed(&self, at: usize) -> Option<Vec<Option<bool>>> {
        let said = self.column(at).map(|cell| match cell {
            "" => Some(None),
            cell => says_yes(cell).map(Some),
        });
        said.collect::<Option<Vec<_>>>().filter(|said| said.contains(&Some(true)))
    }
}

/// What a title says that stands below it: `Rooms of the library`, `도서관 열람실 현황`.
fn things(title: &str) -> Option<Word> {
    let words = Word::all(title);
    let ends =
        |word: &&Word| matches!(word.text.as_str(), "of" | "in" | "at" | "for" | "by" | "and" | "with");
    let told =
        words.iter().skip_while(|word| word.sorts.is("list") || ends(word)).take_while(|word| !ends(word));
    told.filter(|word| !word.sorts.is("list")).last().cloned()
}

/// Whether a cell affirms, in more words than those by which claims are judged.
fn says_yes(cell: &str) -> Option<bool> {
    let of_data = || match normalise(cell).as_str() {
        "가능" | "있음" | "유" | "available" => Some(true),
        "불가" | "불가능" | "없음" | "무" | "unavailable" | "not available" => Some(false),
        _ => None,
    };
    affirms(cell).or_else(of_data)
}

/// Whether a cell begins a row of sums: `Grand total`, `합계(명)`.
fn is_total(cell: &str) -> bool {
    let words = Word::all(cell);
    let ends = [words.first(), words.last()];
    words.len() < 4 && ends.into_iter().flatten().any(|word| word.sorts.is("total"))
}

impl Wanted {
    /// Whether the rows of a table are what is asked for, as far as a part of it tells.
    #[must_use]
    pub fn asks_of(&self, part: &Table<'_>, above: &[&str]) -> bool {
        let over = above.last().and_then(|title| things(title));
        Sheet::new(part).is_some_and(|sheet| sheet.naming(&self.words, over.as_ref()).is_some())
    }

    /// The rows of a table that meet what is asked. `above` is what stands over the table, the nearest last; `called` what its
    /// document is called. Nothing where the question is not asked of this table, or cannot be answered for certain.
    #[must_use]
    pub fn of(&self, table: &Table<'_>, above: &[&str], called: &str) -> Option<Answer> {
        let sheet = Sheet::new(table).filter(|_| !self.is_open)?;
        let over = above.last().and_then(|title| things(title));
        let naming = sheet.naming(&self.words, over.as_ref())?;
        // `Largest order`: a word that names a column is none that compares.
        let in_heads =
            |word: &Word| sheet.heads.iter().any(|head| head.words.iter().any(|own| own.stem == word.stem));
        if self.operators.iter().any(|word| !word.sorts.is("no") && in_heads(word)) {
            return None;
        }
        // `회의실은 몇 명`: how many people, not how many rooms.
        let counter = |kind: &str| self.operators.iter().any(|word| word.sorts.is(kind));
        let head = sheet.heads.get(naming)?;
        if counter("persons") && !head.is_of_people() || counter("machines") && !head.is_for("machine") {
            return None;
        }
        let titles: Vec<Word> = above.iter().chain([&called]).flat_map(|text| Word::all(text)).collect();
        let (named, left) = self.sorted(&sheet, naming, over.as_ref(), &titles);
        let mut met = vec![true; sheet.rows.len()];
        let mut used = self.filtered(&sheet, naming, &named, &left, &mut met)?;
        let mut answer =
            Answer { asks: Asks::Some, rows: Vec::new(), of: sheet.rows.len(), silent: 0, column: None };
        if self.bound.is_some() || self.most.is_some() {
            let at = self.compared(&sheet, &named, &used, naming)?;
            let (class, said) = sheet.measured(at)?;
            answer.silent = said.iter().filter(|own| own.is_none()).count();
            answer.column = sheet.heads.get(at).map(|head| head.name.to_owned());
            self.narrow(class, &said, &mut met)?;
            answer.asks = match self.most {
                Some(true) => Asks::Highest,
                Some(false) => Asks::Lowest,
                None => Asks::Some,
            };
            used.push(at);
        } else if used.is_empty() {
            answer.asks = Asks::All;
        }
        // A column that is named and asked nothing of, or counted itself: the question is another.
        let is_used =
            |word: &&Word| used.iter().any(|at| sheet.heads.get(*at).is_some_and(|head| head.is_named(word)));
        let is_other = self.counted.as_ref().is_some_and(|counted| named.contains(&counted));
        // Of `Famous ducks` there may be others.
        let are_all = || {
            let title = Word::all(above.last().copied().unwrap_or_default());
            self.counts
                && (title.iter().filter(|word| !word.sorts.is("list")).count() == 1
                    || self
                        .words
                        .iter()
                        .any(|word| sheet.heads.get(naming).is_some_and(|head| head.calls(word))))
        };
        if is_other || !named.iter().all(is_used) || answer.asks == Asks::All && !are_all() {
            return None;
        }
        let mut once = FxHashSet::default();
        if self.counts && !sheet.column(naming).all(|name| once.insert(normalise(name))) {
            return None;
        }
        answer.rows = sheet.rows.iter().zip(met).filter(|(_, met)| *met).map(|((at, _), _)| *at).collect();
        Some(answer)
    }

    /// The words that name columns, and those of which the table must say in a cell what they are: those that are left when the names
    /// of the rows, of the table and what says nothing are gone.
    fn sorted(
        &self,
        sheet: &Sheet<'_>,
        naming: usize,
        over: Option<&Word>,
        titles: &[Word],
    ) -> (Vec<&Word>, Vec<&Word>) {
        let (mut named, mut left): (Vec<&Word>, Vec<&Word>) = (Vec::new(), Vec::new());
        for word in &self.words {
            if sheet.is_of_rows(word, naming, over) {
                continue;
            }
            if sheet.heads.iter().enumerate().any(|(at, head)| at != naming && head.is_named(word)) {
                named.push(word);
            } else if sheet.has_cell(word, naming)
                || !word.is_light() && !titles.iter().any(|own| is_same(word, own))
            {
                left.push(word);
            }
        }
        let others = || sheet.heads.iter().enumerate().filter(|(at, _)| *at != naming);
        named.extend(self.units.iter().filter(|unit| others().any(|(_, head)| head.is_named(unit))));
        (named, left)
    }

    /// Leaves the rows of which a cell is what `left` says, and those that affirm the columns that are named, or deny the one; gives
    /// these columns.
    fn filtered(
        &self,
        sheet: &Sheet<'_>,
        naming: usize,
        named: &[&Word],
        left: &[&Word],
        met: &mut [bool],
    ) -> Option<Vec<usize>> {
        let (mut used, mut left) = (Vec::new(), left.to_vec());
        while !left.is_empty() {
            let free = |at: usize| at != naming && !used.contains(&at);
            let (at, own, cell) = sheet.cell(&self.words, &left, free)?;
            left.retain(|word| !own.iter().any(|own| own.is_said_by(word)));
            sheet.column(at).zip(&mut *met).for_each(|(own, met)| *met &= normalise(own) == cell);
            used.push(at);
        }
        let mut affirmed = 0;
        for (at, head) in sheet.heads.iter().enumerate() {
            if at == naming || !named.iter().any(|word| head.is_named(word)) {
                continue;
            }
            let Some(said) = sheet.affirmed(at) else { continue };
            if self.denied && said.contains(&None) {
                return None;
            }
            said.iter().zip(&mut *met).for_each(|(said, met)| *met &= *said == Some(!self.denied));
            affirmed += 1;
            used.push(at);
        }
        (!self.denied || affirmed == 1).then_some(used)
    }

    /// The one column that is compared: the one that most words name, else what the adjective measures, else the only one in the unit of
    /// the value.
    fn compared(&self, sheet: &Sheet<'_>, named: &[&Word], used: &[usize], naming: usize) -> Option<usize> {
        let free: Vec<(usize, &Head<'_>, Class)> = (0..)
            .zip(&sheet.heads)
            .filter(|(at, _)| *at != naming && !used.contains(at))
            .filter_map(|(at, head)| Some((at, head, sheet.measured(at)?.0)))
            .collect();
        let count = |head: &Head<'_>| named.iter().filter(|word| head.is_named(word)).count();
        let most = free.iter().map(|(_, head, _)| count(head)).max().filter(|most| *most > 0);
        let unit = self.bound.as_ref().and_then(|(_, value)| value.measure());
        let fits = |head: &Head<'_>, class: Class| match (most, self.by.measures().next(), unit) {
            (Some(most), ..) => count(head) == most,
            (_, Some(_), _) => head.measures(self.by),
            (.., Some(unit)) => class == Class::Of(unit) && (!unit.is_money() || head.is_for(":price")),
            _ => false,
        };
        let mut best: Vec<(usize, &Head<'_>)> = free
            .into_iter()
            .filter(|(_, head, class)| fits(head, *class))
            .map(|(at, head, _)| (at, head))
            .collect();
        // `Price` beside `Price per image`.
        if best.len() > 1 {
            best.retain(|(_, head)| head.words.len() == 1);
        }
        match best.as_slice() {
            [(one, _)] => Some(*one),
            _ => None,
        }
    }

    /// Leaves the rows that meet the comparison; nothing where the column and the question cannot be compared.
    fn narrow(&self, class: Class, said: &[Option<Measure>], met: &mut [bool]) -> Option<()> {
        if let Some((bound, value)) = &self.bound {
            let values: Vec<Measure> = said.iter().flatten().copied().collect();
            let (value, coarse) = measure(value, class, &values)?;
            for (own, met) in said.iter().zip(met) {
                *met &= own.is_some_and(|own| {
                    let own = own.coarse(coarse);
                    match bound {
                        Bound::Above => own > value,
                        Bound::From => own >= value,
                        Bound::Below => own < value,
                        Bound::Upto => own <= value,
                        Bound::Equal => own == value,
                    }
                });
            }
            return Some(());
        }
        let of_met = said.iter().zip(met.iter()).filter(|(_, met)| **met).filter_map(|(own, _)| *own);
        let best = if self.most? { of_met.max() } else { of_met.min() };
        said.iter().zip(met).for_each(|(own, met)| *met &= best.is_some() && *own == best);
        Some(())
    }
}

#[cfg(test)]
mod tests;
