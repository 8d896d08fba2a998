//! Rules drawn on a page, and the grids they make.

/// A straight line: its height, from left to right; or its distance from the left, from bottom to top. In points.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Rule {
    pub(crate) at: f32,
    pub(crate) from: f32,
    pub(crate) to: f32,
}

/// The rules of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rules {
    pub(crate) across: Vec<Rule>,
    pub(crate) up: Vec<Rule>,
    /// Left, right, bottom and top of the places that are filled with a colour.
    fills: Vec<[f32; 4]>,
}

/// Lines nearer than this are one line; pieces nearer than this go on in each other.
const SAME: f32 = 2.0;
const GAP: f32 = 3.0;
/// Shorter ones are strokes of a drawing.
const SHORTEST: f32 = 6.0;
/// Nothing is written between lines nearer than this.
const NARROW: f32 = 5.0;
/// A page with more is a drawing, as is a grid of more cells.
const MOST: usize = 2000;
const MOST_CELLS: usize = 20_000;

impl Rules {
    pub(crate) fn new(across: Vec<Rule>, up: Vec<Rule>, fills: Vec<[f32; 4]>) -> Self {
        let (across, up) = (joined(across), joined(up));
        if across.len() + up.len() + fills.len() > MOST {
            Self::default()
        } else {
            Self { across, up, fills }
        }
    }

    /// With the edges of what is filled, but for that which `without` names.
    pub(crate) fn with_fills(&self, without: impl Fn(f32, f32) -> bool) -> Self {
        let fills = self.fills.iter();
        let fills = fills.filter(|[left, right, bottom, top]| {
            !without(f32::midpoint(*left, *right), f32::midpoint(*bottom, *top))
        });
        let (mut across, mut up) = (self.across.clone(), self.up.clone());
        for [left, right, bottom, top] in fills.copied() {
            across.extend([bottom, top].map(|at| Rule { at, from: left, to: right }));
            up.extend([left, right].map(|at| Rule { at, from: bottom, to: top }));
        }
        Self::new(across, up, Vec::new())
    }

    /// As the page is seen from another side: every place as `turn` gives it for a point.
    pub(crate) fn turned(self, turn: impl Fn([f32; 2]) -> [f32; 2]) -> Self {
        let (mut across, mut up) = (Vec::new(), Vec::new());
        let ends = self.across.iter().map(|rule| [[rule.from, rule.at], [rule.to, rule.at]]);
        for [a, b] in ends.chain(self.up.iter().map(|rule| [[rule.at, rule.from], [rule.at, rule.to]])) {
            let ([x, y], [to_x, to_y]) = (turn(a), turn(b));
            if (y - to_y).abs() < (x - to_x).abs() {
                across.push(Rule { at: y, from: x.min(to_x), to: x.max(to_x) });
            } else {
                up.push(Rule { at: x, from: y.min(to_y), to: y.max(to_y) });
            }
        }
        across.sort_by(|a, b| a.at.total_cmp(&b.at));
        up.sort_by(|a, b| a.at.total_cmp(&b.at));
        let fill = |[left, right, bottom, top]: [f32; 4]| {
            let ([x, y], [to_x, to_y]) = (turn([left, bottom]), turn([right, top]));
            [x.min(to_x), x.max(to_x), y.min(to_y), y.max(to_y)]
        };
        Self { across, up, fills: self.fills.into_iter().map(fill).collect() }
    }

    /// Whether a line stands upright between two places on one height.
    pub(crate) fn parts(&self, left: f32, right: f32, y: f32) -> bool {
        self.up
            .iter()
            .any(|rule| rule.at > left - 0.5 && rule.at < right + 0.5 && rule.from < y && rule.to > y)
    }

    /// The grids: lines that cross, with at least two cells.
    pub(crate) fn grids(&self) -> Vec<Grid> {
        let touch = |a: &Rule, b: &Rule| {
            b.at > a.from - GAP && b.at < a.to + GAP && a.at > b.from - GAP && a.at < b.to + GAP
        };
        let count = self.across.len();
        let mut sets = Sets::new(count + self.up.len());
        for (at, rule) in self.across.iter().enumerate() {
            for (other, up) in self.up.iter().enumerate() {
                if touch(rule, up) {
                    sets.join(at, count + other);
                }
            }
        }
        let mut grids = Vec::new();
        for root in 0..count {
            if sets.root(root) != root {
                continue;
            }
            let across: Vec<Rule> = of(&self.across, |at| sets.root(at) == root);
            let up: Vec<Rule> = of(&self.up, |at| sets.root(count + at) == root);
            grids.extend(Grid::new(&across, &up));
        }
        grids
    }
}

fn of(rules: &[Rule], mut belongs: impl FnMut(usize) -> bool) -> Vec<Rule> {
    rules.iter().enumerate().filter(|(at, _)| belongs(*at)).map(|(_, rule)| *rule).collect()
}

/// Pieces of one line as one, sorted.
fn joined(mut rules: Vec<Rule>) -> Vec<Rule> {
    rules.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut out: Vec<Rule> = Vec::new();
    let mut rest = rules.as_mut_slice();
    while let Some(first) = rest.first().map(|rule| rule.at) {
        let count = rest.partition_point(|rule| rule.at - first <= SAME);
        let (line, after) = rest.split_at_mut(count);
        rest = after;
        line.sort_by(|a, b| a.from.total_cmp(&b.from));
        let mut open: Option<Rule> = None;
        for rule in line {
            match &mut open {
                Some(open) if rule.from <= open.to + GAP => {
                    // The longer piece says where the line is.
                    if rule.to - rule.from > open.to - open.from {
                        open.at = rule.at;
                    }
                    open.to = open.to.max(rule.to);
                }
                _ => out.extend(open.replace(*rule)),
            }
        }
        out.extend(open);
    }
    out.retain(|rule| rule.to - rule.from >= SHORTEST);
    out
}

/// Things that belong together.
struct Sets(Vec<usize>);

impl Sets {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// The first of those that a thing belongs to.
    fn root(&mut self, mut at: usize) -> usize {
        while let Some(above) = self.0.get(at).copied().filter(|above| *above != at) {
            let over = self.0.get(above).copied().unwrap_or(above);
            if let Some(slot) = self.0.get_mut(at) {
                *slot = over;
            }
            at = above;
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if let Some(slot) = self.0.get_mut(a.max(b)) {
            *slot = a.min(b);
        }
    }
}

/// A grid: its lines from left to right and from top to bottom, and the places that lines part.
#[derive(Debug, Clone, Default)]
pub(crate) struct Grid {
    pub(crate) columns: Vec<f32>,
    pub(crate) rows: Vec<f32>,
    pub(crate) fields: Vec<Field>,
    /// The field of each place, row by row.
    places: Vec<usize>,
}

/// A place of a grid, over one or more rows and columns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) row: usize,
    pub(crate) column: usize,
    pub(crate) row_span: usize,
    pub(crate) column_span: usize,
    /// Holds the text of the page, around which a frame is drawn.
    pub(crate) is_page: bool,
}

impl Grid {
    fn new(across: &[Rule], up: &[Rule]) -> Option<Self> {
        // A table may be open at its sides: what crosses others ends there.
        let columns = lines(up, across);
        let mut rows = lines(across, up);
        rows.reverse();
        let (width, height) = (columns.len().saturating_sub(1), rows.len().saturating_sub(1));
        if width * height < 2 || width * height > MOST_CELLS {
            return None;
        }
        let mut sets = Sets::new(width * height);
        for (row, pair) in rows.windows(2).enumerate() {
            let [top, bottom] = pair else { continue };
            for (column, pair) in columns.windows(2).enumerate() {
                let [left, right] = pair else { continue };
                let place = row * width + column;
                if column + 1 < width && !drawn(up, *right, *bottom, *top) {
                    sets.join(place, place + 1);
                }
                if row + 1 < height && !drawn(across, *bottom, *left, *right) {
                    sets.join(place, place + width);
                }
            }
        }
        let mut fields: Vec<Field> = Vec::new();
        let mut places: Vec<usize> = Vec::with_capacity(width * height);
        for place in 0..width * height {
            let (row, column, root) = (place / width, place % width, sets.root(place));
            // The root is the first of its places.
            let at = if root == place { fields.len() } else { places.get(root).copied().unwrap_or_default() };
            places.push(at);
            let Some(field) = fields.get_mut(at) else {
                fields.push(Field { row, column, row_span: 1, column_span: 1, is_page: false });
                continue;
            };
            field.row_span = row + 1 - field.row;
            let right = (field.column + field.column_span).max(column + 1);
            field.column = field.column.min(column);
            field.column_span = right - field.column;
        }
        Some(Self { columns, rows, fields, places })
    }

    /// Whether a point lies within.
    pub(crate) fn is_around(&self, x: f32, y: f32) -> bool {
        let within = |lines: &[f32], at: f32| {
            lines.first().zip(lines.last()).is_some_and(|(a, b)| at > a.min(*b) && at < a.max(*b))
        };
        within(&self.columns, x) && within(&self.rows, y)
    }

    /// Whether another lies over a part of it.
    pub(crate) fn crosses(&self, other: &Self) -> bool {
        let over = |a: &[f32], b: &[f32]| {
            let ends = |lines: &[f32]| {
                lines.first().zip(lines.last()).map_or((0.0, 0.0), |(a, b)| (a.min(*b), a.max(*b)))
            };
            let ((a, to_a), (b, to_b)) = (ends(a), ends(b));
            to_a.min(to_b) - a.max(b) > NARROW
        };
        over(&self.columns, &other.columns) && over(&self.rows, &other.rows)
    }

    /// Whether a field is a gap between two lines that are drawn as one.
    pub(crate) fn is_gap(&self, field: &Field) -> bool {
        let wide = |lines: &[f32], at: usize, span: usize| {
            lines.get(at).zip(lines.get(at + span)).map_or(0.0, |(a, b)| (a - b).abs())
        };
        wide(&self.columns, field.column, field.column_span).min(wide(&self.rows, field.row, field.row_span))
            < NARROW
    }

    /// The field around a point.
    pub(crate) fn field(&self, x: f32, y: f32) -> Option<usize> {
        let column = self.columns.partition_point(|line| *line <= x).checked_sub(1)?;
        let row = self.rows.partition_point(|line| *line > y).checked_sub(1)?;
        let width = self.columns.len().saturating_sub(1);
        let place = (column < width).then_some(row * width + column)?;
        let field = self.places.get(place).copied()?;
        self.fields.get(field).is_some_and(|field| !field.is_page).then_some(field)
    }
}

/// Where lines stand, and the ends of those that cross them where these reach farther.
fn lines(rules: &[Rule], crossing: &[Rule]) -> Vec<f32> {
    let from = crossing.iter().map(|rule| rule.from).fold(f32::MAX, f32::min);
    let to = crossing.iter().map(|rule| rule.to).fold(f32::MIN, f32::max);
    let mut found: Vec<f32> = rules.iter().map(|rule| rule.at).chain([from, to]).collect();
    found.retain(|at| at.is_finite() && at.abs() < 100_000.0);
    found.sort_by(f32::total_cmp);
    found.dedup_by(|next, kept| *next - *kept < GAP);
    found
}

/// Whether a line is drawn at a place over most of the way.
fn drawn(rules: &[Rule], at: f32, from: f32, to: f32) -> bool {
    let near = rules.iter().filter(|rule| (rule.at - at).abs() <= GAP);
    let covered: f32 = near.map(|rule| (rule.to.min(to) - rule.from.max(from)).max(0.0)).sum();
    covered > (to - from) * 0.7
}
