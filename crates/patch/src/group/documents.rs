//! Made-up documents and rewritings of them, for the property that every choice among groups leaves a document.
//!
//! A document is made of a seed: the same seed gives the same pair on every machine.

use std::fmt::Write as _;

const ENGLISH: [&str; 24] = [
    "library", "garden", "members", "evening", "river", "council", "bridge", "summer", "teacher", "report",
    "market", "village", "machine", "window", "letter", "harbour", "children", "music", "paper", "history",
    "station", "weather", "kitchen", "forest",
];
const KOREAN: [&str; 24] = [
    "도서관",
    "정원",
    "회원",
    "저녁",
    "강",
    "의회",
    "다리",
    "여름",
    "교사",
    "보고서",
    "시장",
    "마을",
    "기계",
    "창문",
    "편지",
    "항구",
    "아이들",
    "음악",
    "종이",
    "역사",
    "정류장",
    "날씨",
    "부엌",
    "숲",
];
/// A slip and what it should be.
const SLIPS: [(&str, &str); 3] = [("recieve", "receive"), ("goverment", "government"), ("teh", "the")];
const KOREAN_SLIPS: [(&str, &str); 3] =
    [("할수 있다", "할 수 있다"), ("몇일", "며칠"), ("안되요", "안 돼요")];

/// Numbers that only the seed decides.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(most.max(1)).unwrap()).unwrap()
    }

    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

type Sentence = Vec<String>;

#[derive(Debug, Clone)]
struct Item(Sentence, Vec<Item>);

#[derive(Debug, Clone)]
enum Block {
    Heading(usize, Sentence),
    Text(Vec<Sentence>),
    Quote(Vec<Sentence>),
    /// Ordered or not.
    List(bool, Vec<Item>),
    Table(Vec<Vec<String>>),
    Code(Vec<String>),
    Note(usize, Sentence),
}

#[derive(Debug, Clone)]
struct Document {
    korean: bool,
    blocks: Vec<Block>,
    /// Names given so far: each sentence has one of its own.
    names: usize,
}

/// A document and its rewriting.
pub fn pair(seed: u64) -> (String, String) {
    let mut dice = Dice::new(seed);
    let mut document = Document { korean: dice.one_in(2), blocks: Vec::new(), names: 0 };
    let blocks = 3 + dice.below(7);
    for at in 0..blocks {
        let block =
            if at == 0 && dice.one_in(2) { document.heading(&mut dice) } else { document.block(&mut dice) };
        document.blocks.push(block);
    }
    if dice.one_in(2) {
        document.annotate(&mut dice);
    }
    let before = document.written();
    for _ in 0..=dice.below(5) {
        document.rewrite(&mut dice);
    }
    (before, document.written())
}

impl Document {
    fn name(&mut self) -> String {
        const HEADS: [&str; 10] = ["Ba", "Ke", "Lo", "Mi", "Nu", "Pa", "Re", "So", "Ti", "Vu"];
        const TAILS: [&str; 10] = ["dan", "fer", "gol", "hin", "jul", "kas", "len", "mor", "nis", "pul"];
        const KOREAN_HEADS: [&str; 10] = ["갈", "넙", "돌", "룸", "뱀", "솜", "잎", "침", "캄", "팜"];
        const KOREAN_TAILS: [&str; 10] =
            ["산동", "벽촌", "섬리", "곶면", "샘골", "재말", "터군", "못읍", "뜰항", "들교"];
        let (tens, ones) = (self.names / 10 % 10, self.names % 10);
        self.names += 1;
        if self.korean {
            format!("{}{}", KOREAN_HEADS[tens], KOREAN_TAILS[ones])
        } else {
            format!("{}{}", HEADS[tens], TAILS[ones])
        }
    }

    fn word(&self, dice: &mut Dice) -> String {
        let words = if self.korean { &KOREAN } else { &ENGLISH };
        words[dice.below(words.len())].to_owned()
    }

    /// Words with a name in their midst, some of them marked; a full stop at the end.
    fn sentence(&mut self, dice: &mut Dice) -> Sentence {
        let mut words: Sentence = (0..3 + dice.below(5)).map(|_| self.word(dice)).collect();
        let name = self.name();
        words.insert(1, name);
        if dice.one_in(4) {
            let slips = if self.korean { &KOREAN_SLIPS } else { &SLIPS };
            words.insert(2, slips[dice.below(slips.len())].0.to_owned());
        }
        if dice.one_in(3) {
            Self::mark(&mut words, dice);
        }
        words[0] = capital(&words[0]);
        words.last_mut().unwrap().push('.');
        words
    }

    /// Puts marks around some words.
    fn mark(words: &mut Sentence, dice: &mut Dice) {
        const MARKS: [(&str, &str); 6] =
            [("**", "**"), ("*", "*"), ("`", "`"), ("[", "](https://example.org/a)"), ("“", "”"), ("(", ")")];
        let (open, close) = MARKS[dice.below(MARKS.len())];
        let from = 1 + dice.below(words.len() - 2);
        let to = (from + dice.below(2)).min(words.len() - 2).max(from);
        if words[from..=to].iter().any(|word| word.contains(['*', '`', '[', '“', '('])) {
            return;
        }
        words[from].insert_str(0, open);
        words[to].push_str(close);
    }

    fn sentences(&mut self, dice: &mut Dice) -> Vec<Sentence> {
        (0..=dice.below(4)).map(|_| self.sentence(dice)).collect()
    }

    fn heading(&mut self, dice: &mut Dice) -> Block {
        let words = vec![capital(&self.word(dice)), self.name()];
        Block::Heading(1 + dice.below(3), words)
    }

    fn items(&mut self, dice: &mut Dice, depth: usize) -> Vec<Item> {
        (0..2 + dice.below(3))
            .map(|_| {
                let text = self.sentence(dice);
                let inner = if depth == 0 && dice.one_in(3) { self.items(dice, 1) } else { Vec::new() };
                Item(text, inner)
            })
            .collect()
    }

    fn block(&mut self, dice: &mut Dice) -> Block {
        match dice.below(10) {
            0 | 1 => self.heading(dice),
            2 => Block::Quote(self.sentences(dice)),
            3 => Block::List(false, self.items(dice, 0)),
            4 => Block::List(true, self.items(dice, 0)),
            5 => {
                let width = 2 + dice.below(2);
                let rows = (0..2 + dice.below(3)).map(|_| (0..width).map(|_| self.cell(dice)).collect());
                Block::Table(rows.collect())
            }
            6 => {
                let lines = (0..=dice.below(3)).map(|_| format!("let {} = {};", self.name(), dice.below(90)));
                Block::Code(lines.collect())
            }
            _ => Block::Text(self.sentences(dice)),
        }
    }

    fn cell(&mut self, dice: &mut Dice) -> String {
        format!("{} {}", self.name(), self.word(dice))
    }

    /// Gives sentences notes.
    fn annotate(&mut self, dice: &mut Dice) {
        for label in 1..=1 + dice.below(2) {
            self.note(dice, label);
        }
    }

    fn note(&mut self, dice: &mut Dice, label: usize) {
        let texts: Vec<usize> =
            (0..self.blocks.len()).filter(|&at| matches!(self.blocks[at], Block::Text(_))).collect();
        let Some(&at) = texts.get(dice.below(texts.len())) else { return };
        let words = self.sentence(dice);
        if let Block::Text(sentences) = &mut self.blocks[at] {
            let which = dice.below(sentences.len());
            let _ = write!(sentences[which].last_mut().unwrap(), "[^{label}]");
        }
        self.blocks.push(Block::Note(label, words));
    }

    fn written(&self) -> String {
        let mut out = String::new();
        for (at, block) in self.blocks.iter().enumerate() {
            if at > 0 {
                out.push('\n');
            }
            block.write(&mut out);
        }
        out
    }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn joined(sentences: &[Sentence]) -> String {
    sentences.iter().map(|words| words.join(" ")).collect::<Vec<_>>().join(" ")
}

impl Block {
    fn write(&self, out: &mut String) {
        let _ = match self {
            Self::Heading(level, words) => writeln!(out, "{} {}", "#".repeat(*level), words.join(" ")),
            Self::Text(sentences) => writeln!(out, "{}", joined(sentences)),
            Self::Quote(sentences) => writeln!(out, "> {}", joined(sentences)),
            Self::List(ordered, items) => {
                list(out, *ordered, items, 0);
                Ok(())
            }
            Self::Table(rows) => {
                for (at, row) in rows.iter().enumerate() {
                    let _ = writeln!(out, "| {} |", row.join(" | "));
                    if at == 0 {
                        let _ = writeln!(out, "|{}", "---|".repeat(row.len()));
                    }
                }
                Ok(())
            }
            Self::Code(lines) => writeln!(out, "```rust\n{}\n```", lines.join("\n")),
            Self::Note(label, words) => writeln!(out, "[^{label}]: {}", words.join(" ")),
        };
    }

    /// The sentences of a block of running text.
    fn sentences(&mut self) -> Vec<&mut Sentence> {
        match self {
            Self::Text(all) | Self::Quote(all) => all.iter_mut().collect(),
            Self::List(_, items) => items.iter_mut().map(|item| &mut item.0).collect(),
            Self::Note(_, words) => vec![words],
            _ => Vec::new(),
        }
    }
}

fn list(out: &mut String, ordered: bool, items: &[Item], depth: usize) {
    for (at, Item(words, inner)) in items.iter().enumerate() {
        let marker = if ordered { format!("{}.", at + 1) } else { "-".to_owned() };
        let _ = writeln!(out, "{}{marker} {}", "   ".repeat(depth), words.join(" "));
        list(out, false, inner, depth + 1);
    }
}

/// Rewriting.
impl Document {
    fn place(&self, dice: &mut Dice) -> usize {
        // Notes stay at the end.
        let notes = self.blocks.iter().filter(|block| matches!(block, Block::Note(..))).count();
        dice.below(self.blocks.len() - notes + 1)
    }

    fn rewrite(&mut self, dice: &mut Dice) {
        if self.blocks.is_empty() {
            return;
        }
        let at = dice.below(self.blocks.len());
        match dice.below(16) {
            0 | 1 if !matches!(self.blocks[at], Block::Note(..)) => {
                let block = self.blocks.remove(at);
                let to = self.place(dice);
                self.blocks.insert(to, block);
            }
            2 => {
                let block = self.block(dice);
                let to = self.place(dice);
                self.blocks.insert(to, block);
            }
            3 if self.blocks.len() > 2 => self.drop(at),
            4 => self.split(dice, at),
            5 => self.join(at),
            6 => self.recast(dice, at),
            7 => self.reshape(dice, at),
            8 => {
                let labels = self
                    .blocks
                    .iter()
                    .map(|block| if let Block::Note(label, _) = block { *label } else { 0 });
                let next = 1 + labels.max().unwrap_or(0);
                self.note(dice, next);
            }
            9 => self.carry(dice),
            _ => self.reword(dice, at),
        }
    }

    /// Takes a block out, with the notes that it alone uses or the marks of the note that it is.
    fn drop(&mut self, at: usize) {
        let mut text = String::new();
        let gone = self.blocks.remove(at);
        gone.write(&mut text);
        if let Block::Note(label, _) = gone {
            let mark = format!("[^{label}]");
            for block in &mut self.blocks {
                for words in block.sentences() {
                    for word in words.iter_mut() {
                        *word = word.replace(&mark, "");
                    }
                }
            }
        } else {
            self.blocks.retain(
                |block| !matches!(block, Block::Note(label, _) if text.contains(&format!("[^{label}]"))),
            );
        }
    }

    fn split(&mut self, dice: &mut Dice, at: usize) {
        if let Block::Text(sentences) = &mut self.blocks[at]
            && sentences.len() > 1
        {
            let cut = 1 + dice.below(sentences.len() - 1);
            let rest = sentences.split_off(cut);
            self.blocks.insert(at + 1, Block::Text(rest));
        }
    }

    fn join(&mut self, at: usize) {
        if let (Block::Text(_), Some(Block::Text(_))) = (&self.blocks[at], self.blocks.get(at + 1))
            && let Block::Text(more) = self.blocks.remove(at + 1)
            && let Block::Text(sentences) = &mut self.blocks[at]
        {
            sentences.extend(more);
        }
    }

    /// The same text as another kind of block.
    fn recast(&mut self, dice: &mut Dice, at: usize) {
        let items =
            |sentences: Vec<Sentence>| sentences.into_iter().map(|words| Item(words, Vec::new())).collect();
        let block = std::mem::replace(&mut self.blocks[at], Block::Code(Vec::new()));
        self.blocks[at] = match block {
            Block::Text(all) if dice.one_in(2) => Block::Quote(all),
            Block::Text(all) => Block::List(dice.one_in(2), items(all)),
            Block::Quote(all) => Block::Text(all),
            Block::List(ordered, all) if dice.one_in(2) => Block::List(!ordered, all),
            Block::List(_, all) => Block::Text(all.into_iter().map(|item| item.0).collect()),
            Block::Heading(level, words) if dice.one_in(2) => Block::Heading(level % 3 + 1, words),
            Block::Heading(_, words) => Block::Text(vec![words]),
            other => other,
        };
    }

    /// Rows, columns, items and lines come, go and change their places.
    fn reshape(&mut self, dice: &mut Dice, at: usize) {
        let (cell, item) = (self.cell(dice), Item(self.sentence(dice), Vec::new()));
        match &mut self.blocks[at] {
            Block::Table(rows) => match dice.below(3) {
                0 => {
                    for (at, row) in rows.iter_mut().enumerate() {
                        row.push(format!(
                            "{cell} {}",
                            ["first", "second", "third", "fourth", "fifth"][at % 5]
                        ));
                    }
                }
                1 if rows.len() > 2 => {
                    rows.remove(1);
                }
                _ => {
                    let row = rows[0].iter().map(|word| format!("{word} {cell}")).collect();
                    rows.push(row);
                }
            },
            Block::List(_, items) => match dice.below(3) {
                0 if items.len() > 1 => {
                    let gone = items.remove(dice.below(items.len()));
                    items.extend(if dice.one_in(2) { Some(gone) } else { None });
                }
                1 => {
                    let to = dice.below(items.len() + 1);
                    items.insert(to, item);
                }
                _ => {
                    let inner = items.pop().unwrap();
                    match items.last_mut() {
                        Some(last) => last.1.push(inner),
                        None => items.push(inner),
                    }
                }
            },
            Block::Code(lines) => lines.push(format!("// {cell}")),
            _ => {}
        }
    }

    /// A sentence goes to another block.
    fn carry(&mut self, dice: &mut Dice) {
        let texts: Vec<usize> = (0..self.blocks.len())
            .filter(|&at| matches!(&self.blocks[at], Block::Text(all) if all.len() > 1))
            .collect();
        let Some(&from) = texts.get(dice.below(texts.len())) else { return };
        let to = texts[dice.below(texts.len())];
        let Block::Text(sentences) = &mut self.blocks[from] else { return };
        let gone = sentences.remove(dice.below(sentences.len()));
        let Block::Text(sentences) = &mut self.blocks[to] else { return };
        sentences.insert(dice.below(sentences.len() + 1), gone);
    }

    /// Words of one sentence change.
    fn reword(&mut self, dice: &mut Dice, at: usize) {
        let (word, kind) = (self.word(dice), dice.below(8));
        let mut more = self.sentence(dice);
        let korean = self.korean;
        if let Block::Text(sentences) | Block::Quote(sentences) = &mut self.blocks[at] {
            match kind {
                6 => return sentences.insert(dice.below(sentences.len() + 1), more),
                7 if sentences.len() > 1 && !joined(sentences).contains("[^") => {
                    // Two sentences become one.
                    let mut tail = sentences.pop().unwrap();
                    let last = sentences.last_mut().unwrap();
                    let end = last.last_mut().unwrap();
                    end.pop();
                    end.push(',');
                    last.append(&mut tail);
                    return;
                }
                _ => {}
            }
        }
        let mut all = self.blocks[at].sentences();
        let count = all.len();
        let Some(words) = all.get_mut(dice.below(count)) else { return };
        let plain = |word: &str| word.chars().all(char::is_alphabetic);
        let spots: Vec<usize> = (2..words.len().saturating_sub(1)).filter(|&at| plain(&words[at])).collect();
        let Some(&spot) = spots.get(dice.below(spots.len())) else { return };
        match kind {
            0 => words[spot] = word,
            1 => words.insert(spot, word),
            2 => {
                words.remove(spot);
            }
            3 => {
                words[spot].insert_str(0, "**");
                words[spot].push_str("**");
            }
            4 => {
                // Marks go.
                for word in words.iter_mut().filter(|word| !word.contains("](")) {
                    *word = word.replace(['*', '`', '“', '”', '(', ')'], "");
                }
            }
            _ => {
                for (slip, right) in if korean { &KOREAN_SLIPS } else { &SLIPS } {
                    words.iter_mut().for_each(|word| *word = word.replace(slip, right));
                }
                more.clear();
            }
        }
    }
}
