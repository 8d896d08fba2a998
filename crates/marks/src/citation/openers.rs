//! How a literal begins: a run of backticks, a dollar sign, a tag, the target of a link, a URL.

use super::ends::{CLOSERS, DISPLAY, Kind, Open, TAG, TARGET};
use super::literal::{Lexer, MAX_RUN, Url};
use stet_text::span::Span;

impl Lexer {
    pub(super) fn enter(&mut self, kind: Kind, opener: usize) -> bool {
        let resume = self.at + opener;
        self.open = Some(Open { kind, start: self.at, resume, search: resume, probe: resume, mark: None });
        true
    }

    pub(super) fn escape(&mut self, last: bool) -> bool {
        match self.byte(self.at + 1) {
            None if !last => false,
            Some(b'[') if !self.missing_fixed[1] => self.enter(Kind::Fixed(1), 2),
            Some(b'(') if !self.missing_fixed[2] => self.enter(Kind::Fixed(2), 2),
            Some(b) if b.is_ascii_punctuation() => self.skip(2),
            _ => self.skip(1),
        }
    }

    pub(super) fn backticks(&mut self, last: bool) -> bool {
        if self.overlong == Some(self.at) {
            self.overlong = Some(self.at + 1);
            return self.skip(1);
        }
        let run = self.rest(self.at).bytes().take(MAX_RUN + 1).take_while(|b| *b == b'`').count();
        self.count(run);
        if run > MAX_RUN {
            self.overlong = Some(self.at + run);
            return self.skip(run);
        }
        if self.at + run == self.text.len() && !last {
            return false;
        }
        if self.missing_run.get(run).copied().unwrap_or(true) {
            return self.skip(run);
        }
        self.enter(Kind::Code(run), run)
    }

    pub(super) fn dollar(&mut self, last: bool) -> bool {
        match self.byte(self.at + 1) {
            None if last => self.skip(1),
            None => false,
            Some(b'$') if self.missing_fixed[DISPLAY] => self.skip(2),
            Some(b'$') => self.enter(Kind::Fixed(DISPLAY), 2),
            Some(b) if b.is_ascii_whitespace() => self.skip(1),
            Some(_) => self.enter(Kind::Math, 1),
        }
    }

    /// Opens one of the literals with a fixed end, if its opening string stands here.
    pub(super) fn fixed(&mut self, kinds: &[usize], last: bool) -> bool {
        let mut waits = false;
        for &kind in kinds {
            let Some((opener, _)) = CLOSERS.get(kind) else { continue };
            if self.rest(self.at).starts_with(opener) {
                if self.missing_fixed.get(kind).copied().unwrap_or(true) {
                    return self.skip(opener.len());
                }
                return self.enter(Kind::Fixed(kind), opener.len());
            }
            waits |= !last && opener.starts_with(self.rest(self.at));
        }
        if waits { false } else { self.skip(1) }
    }

    /// Code or a comment that stands between tags, or a tag.
    pub(super) fn tag(&mut self, last: bool) -> bool {
        const KINDS: [usize; 3] = [3, 4, 5];
        let rest = self.rest(self.at);
        let openers = KINDS.iter().filter_map(|&kind| CLOSERS.get(kind));
        let fixed = openers
            .into_iter()
            .any(|(opener, _)| rest.starts_with(opener) || !last && opener.starts_with(rest));
        let lead = 1 + usize::from(rest.starts_with("</"));
        if fixed {
            self.fixed(&KINDS, last)
        } else if rest.as_bytes().get(lead).is_some_and(u8::is_ascii_alphabetic) {
            self.enter(Kind::Form(TAG, None), lead)
        } else if rest == "</" && !last {
            false
        } else {
            self.skip(1)
        }
    }

    pub(super) fn bracket_end(&mut self, last: bool) -> bool {
        match self.byte(self.at + 1) {
            None if !last => false,
            Some(b'(') => self.enter(Kind::Form(TARGET, None), 2),
            _ => self.skip(1),
        }
    }

    /// `://` after a scheme, or `www.`: everything needed stands behind, so nothing is waited for.
    pub(super) fn url_start(&mut self) -> bool {
        let back = self.text.as_bytes().get(self.at.saturating_sub(4)..self.at).unwrap_or_default();
        let starts = if self.byte(self.at) == Some(b'/') {
            matches!(back, [.., scheme, b':', b'/'] if scheme.is_ascii_alphanumeric())
        } else {
            matches!(back, [b'w', b'w', b'w'])
                || matches!(back, [before, b'w', b'w', b'w'] if !before.is_ascii_alphanumeric())
        };
        if starts {
            self.url = Some(Url { start: self.at, ..Url::default() });
        }
        self.skip(1)
    }

    /// One character of a URL. It ends at white space, at a quote, at a bracket that it did not open and behind
    /// ASCII at anything else (Korean particles are glued to it), unless a part of its path begins there; a bracket
    /// after its final punctuation is a mark again.
    pub(super) fn step_url(&mut self) -> bool {
        self.count(1);
        let Some(b) = self.byte(self.at) else { return false };
        if !b.is_ascii()
            && let Some(c) = self.rest(self.at).chars().next().filter(|c| c.is_alphanumeric())
        {
            let before = self.at.checked_sub(1).and_then(|at| self.byte(at)).unwrap_or_default();
            if !before.is_ascii()
                || matches!(before, b'/' | b'_' | b'-' | b'=' | b'#' | b'?' | b'&' | b'%' | b'+' | b'(')
            {
                return self.skip(c.len_utf8());
            }
        }
        let Some(url) = &mut self.url else { return true };
        let ends = match b {
            b' ' | b'\t' | b'\n' | b'\r' | b'<' | b'>' | b'"' | b'`' | b'|' | 0x80.. => true,
            b'(' => {
                url.round += 1;
                false
            }
            b')' if url.round == 0 => true,
            b')' => {
                url.round -= 1;
                false
            }
            b'[' => {
                let before = self.at.checked_sub(1).and_then(|at| self.text.as_bytes().get(at));
                url.square += 1;
                matches!(before, Some(b'.' | b',' | b';' | b'!' | b'?'))
            }
            b']' if url.square == 0 => true,
            b']' => {
                url.square -= 1;
                false
            }
            _ => false,
        };
        if ends {
            self.literals.extend(self.url.take().map(|url| Span::new(url.start, self.at)));
        } else {
            self.at += 1;
        }
        true
    }
}
