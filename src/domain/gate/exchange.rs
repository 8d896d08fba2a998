//! Exchanges: a word of the claim in whose very place the evidence has its opposite, or another value.
//!
//! Owns the opposites that exclude one another only where the words around them agree (`public / private`,
//! `끝나기 전 / 끝난 후`, `third / fourth`) and the comparison of places. Sets that lower a score wherever they stand are
//! [`rivals`](crate::domain::gate::rivals)'; a place is compared for these, too.

use std::sync::LazyLock;

use crate::domain::gate::negation::{is_denied, is_english_negation};
use crate::domain::gate::number::{Stated, Value};
use crate::domain::gate::reading::Reading;
use crate::domain::gate::rivals::{self, Sets, Side};
use crate::domain::span::Span;
use crate::domain::text::{Script, Token};

/// English opposites, sets one a line, sides apart by `/`: words as they are written, with all forms that a key does
/// not join.
const ENGLISH: &str = "
win wins won winning winner victory / lose loses lost losing loser defeat
accept accepted approve approved approval adopt adopted / reject rejected rejection refuse refused deny denied
allow allowed permit permitted legal lawful / prohibit prohibited forbid forbade forbidden ban banned illegal unlawful
include included / exclude excluded
open opened opening / close closed closing shut
begin begins began begun start started starting launch launched / end ended finish finished stop stopped
before prior / after following
above over / below under beneath
first / last final
majority / minority
advantage benefit / disadvantage drawback
hire hired employ employed recruit recruited / fire fired dismiss dismissed
arrive arrived arrival enter entered / depart departed departure leave left exit
left / right
top upper / bottom lower
front / back rear
forward forwards / backward backwards
present / absent
borrow borrowed / lend lent
admit admitted / deny denied
gain gained / lose lost loss
raise raised / cut lower lowered
support supported favour favor / oppose opposed against
agree agreed / disagree disagreed
remember remembered / forget forgot forgotten
teacher / student pupil
doctor / patient
employer / employee
buyer / seller
landlord / tenant
lender creditor / borrower debtor
plaintiff / defendant
supply / demand
input / output
upload / download
asset assets / liability liabilities
profit profits / loss losses
surplus / deficit
revenue income / expense expenses expenditure
attack offence offense offensive / defence defense defensive
ally friend / enemy foe
entrance / exit
ascend climb / descend
expand expanded widen widened / contract contracted narrow narrowed shrink
strengthen strengthened / weaken weakened
accelerate accelerated / slow slowed decelerate decelerated
appreciate appreciated / depreciate depreciated
optimistic / pessimistic
major / minor
senior / junior
permanent / temporary
mandatory compulsory obligatory / optional voluntary
domestic / foreign overseas
active / inactive passive
true / false
correct / incorrect wrong
possible / impossible
visible / invisible
direct directly / indirect indirectly
complete / incomplete
stable / unstable
employed / unemployed
healthy / sick ill
alive / dead
full / empty
heavy heavier / light lighter
thick thicker / thin thinner
deep deeper / shallow
wide wider / narrow narrower
near nearest close / far farthest distant
dry / wet
clean / dirty
ancient / modern
simple / complex
odd / even
vertical / horizontal
clockwise / counterclockwise anticlockwise
upstream / downstream
inbound incoming / outbound outgoing
day / night
optimal / worst
import imported / export exported
love loved / hate hated
create created build built / destroy destroyed
attach attached / detach detached
connect connected / disconnect disconnected
enable enabled / disable disabled
install installed / uninstall uninstalled remove removed
appear appeared / disappear disappeared vanish vanished
push pushed / pull pulled
send sent / receive received
teach taught / learn learned learnt
find found / lose lost
pass passed / fail failed
heat heated / cool cooled
freeze froze frozen / melt melted
add added / remove removed subtract subtracted
multiply multiplied / divide divided
confirm confirmed / deny denied refute refuted
praise praised / criticise criticised criticize criticized
withdraw withdrew withdrawn / deposit deposited
appoint appointed / dismiss dismissed
convict convicted / acquit acquitted
arrest arrested / release released
dawn sunrise / dusk sunset
";

/// Korean opposites by how words begin, whole words with a full stop behind.
const KOREAN: &str = "
전. 전에. 전에는. 전까지. 전까지는. 전부터. 전의. 전인. 이전 앞서 / 후. 후에. 후에는. 후부터. 후의. 후인. 뒤. 뒤에. 뒤에는. 뒤부터. 이후
입학 / 졸업 퇴학
입원 / 퇴원
취임 / 퇴임 사임
입사 / 퇴사
개막 / 폐막
개회 / 폐회
개원 개교 개점 개업 / 폐원 폐교 폐점 폐업
가입 / 탈퇴
채용 고용 / 해고 해임
임명 위촉 / 해임 해촉 파면
합격 / 불합격 탈락
승진 승격 / 강등
득점 / 실점
흑자 / 적자
이익 이득 / 손실 손해
호황 / 불황
매수 매입 / 매도 매각
대출 / 상환 예금
출발 / 도착
공격 / 수비 방어
장점 강점 / 단점 약점
유리 / 불리
긍정 / 부정
과거 / 현재 / 미래
개선 호전 / 악화
절상 / 절하
급증 급등 / 급감 급락
상위 / 하위
선행 / 후행
원고 / 피고
임대인 / 임차인
채권자 / 채무자
매도인 / 매수인
교사 교수 강사 / 학생
의사 / 환자
사용자 고용주 / 근로자
판매자 / 구매자
생산 / 소비
수요 / 공급
수입 / 지출
자산 / 부채
주간 / 야간
평일 / 주말 휴일
지상 / 지하
육상 / 해상
홀수 / 짝수
신설 설치 개설 / 폐지 철거 폐쇄
설립 / 해산
취득 획득 / 상실
부과 / 면제
징수 / 환급
가중 / 감경
인정 시인 / 부인
유죄 / 무죄
승소 / 패소
기각 / 인용
체포 구속 / 석방
입금 / 출금
전입 / 전출
송신 발신 / 수신
입력 / 출력
업로드 / 다운로드
로그인 / 로그아웃
켜 켠 켰 / 끄 끈 껐 꺼
올라가 올라갔 오르막 / 내려가 내려갔 내리막
들어가 들어갔 들어오 들어왔 / 나가 나갔 나오 나왔
참석 출석 / 불참 결석
연장 / 단축
증원 증액 증설 증산 / 감원 감액 감축 감산
상향 / 하향
우세 / 열세
정규 / 비정규
정기 / 임시
상근 / 비상근
유급 / 무급
유상 / 무상
자동 / 수동
공립 국립 / 사립
공공 / 민간
중앙 / 지방
도시 / 농촌
늘리 늘린 늘렸 늘릴 / 줄이 줄인 줄였 줄일
올리 올린 올렸 올릴 높이 높인 높였 / 내리 내린 내렸 내릴 낮추 낮춘 낮췄
넓히 넓힌 넓혔 / 좁히 좁힌 좁혔
이기 이긴 이겼 이겨 / 지고 진다 졌 져
얻 / 잃
샀 산다 사는 사서 / 팔았 판다 파는 팔아
가르치 가르친 가르쳤 / 배우 배운 배웠
보내 보낸 보냈 / 받
맞. 맞다 맞는 맞았 / 틀리 틀린 틀렸
옳 / 그르 그른
두껍 두꺼 / 얇
깊 / 얕
굵 / 가늘 가는
강하 강한 강해 강했 / 약하 약한 약해 약했
진하 진한 / 옅 연하 연한
맑 / 흐리 흐린 흐렸
살아 살았 생존 / 죽 사망 숨졌 숨진
본인 / 타인
부모 / 자녀
상사 / 부하
전자 / 후자
필요 / 불필요
공식 / 비공식
정상 / 비정상
적격 / 부적격
적합 / 부적합
적법 합법 / 위법 불법
동의 / 이의
가결 통과 / 부결
인수 / 매각
무죄 / 유죄
낙관 / 비관
호평 / 혹평
환영 / 반발
입국 / 출국
개방 / 폐쇄
";

/// Numbers and dates that are no [`Value`]s, or not always.
const NUMBERS: &str = "
first / second / third / fourth / fifth / sixth / seventh / eighth / ninth / tenth / eleventh / twelfth / twentieth
one single / two both double twice / three triple thrice
million / billion / trillion / thousand / hundred
half / quarter
daily / weekly / monthly / quarterly / annual annually yearly
day / week / month / year / decade / century
hour / minute / second
첫. 첫째 첫번째 / 둘째 두번째 두. / 셋째 세번째 세. / 넷째 네번째 네. / 다섯째 다섯. / 여섯째 여섯. / 일곱째 일곱. / 여덟째 여덟.
매일 / 매주 / 매월 매달 / 매년 해마다
초순 상순 / 중순 / 하순
초반 / 중반 / 후반
절반 반. / 전부 전액
월요일 / 화요일 / 수요일 / 목요일 / 금요일 / 토요일 / 일요일
월. / 화. / 수. / 목. / 금. / 토.
";

/// All sets, and which of them are of [`NUMBERS`], and which lower a score wherever they stand.
#[derive(Debug)]
struct Index {
    sets: Sets,
    /// First set that is none of numbers.
    words: u16,
    /// First set of rivals.
    rivals: u16,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let count = |list| u16::try_from(rivals::lines(list).count()).unwrap_or(u16::MAX);
    Index {
        sets: Sets::new(&[NUMBERS, ENGLISH, KOREAN, rivals::SETS]),
        words: count(NUMBERS),
        rivals: count(NUMBERS) + count(ENGLISH),
    }
});

/// The sides that the words of a text name, with the positions of the words.
#[derive(Debug, Clone, Default)]
pub(super) struct Named(Vec<(usize, Side)>);

impl Named {
    pub(super) fn new(tokens: &[Token<'_>]) -> Self {
        Self(INDEX.sets.named(tokens, u64::MAX))
    }

    /// The sides that the words of another text name, as far as they are of the same sets.
    pub(super) fn among(&self, tokens: &[Token<'_>]) -> Self {
        Self(INDEX.sets.named(tokens, self.0.iter().fold(0, |bits, &(_, side)| bits | rivals::bit(side))))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The sides of rivals, each once, without those of some words.
    pub(super) fn sides(&self, gone: &[usize]) -> Vec<Side> {
        let soft = self.0.iter().filter(|(at, side)| side.0 >= INDEX.rivals && !gone.contains(at));
        let mut sides: Vec<Side> = soft.map(|&(_, side)| side).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }
}

/// What stands in the place of the claim's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exchange<'a> {
    pub mine: &'a str,
    pub theirs: &'a str,
    /// A number or a date.
    pub number: bool,
}

/// Words on each side that are compared.
const REACH: usize = 6;

/// Tokens between two opposites that are named together (`public and private`).
const TOGETHER: usize = 3;

/// How well two places agree: words in common next to them, on the left and on the right, and how many of these carry
/// content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Fit {
    left: u32,
    right: u32,
    content: u32,
}

impl Fit {
    fn sum(self) -> u32 {
        self.left + self.right
    }

    /// Whether this place is so good a match that `other` need not be the one; a place beside which a content word
    /// agrees is given up only for a clearly better one.
    fn rivals(self, other: Self) -> bool {
        let clearly = if self.content > 0 { 2 } else { 0 };
        self.sum() + clearly >= other.sum()
    }

    /// Enough words agree for the two to be one place.
    fn is_one_place(self) -> bool {
        let both = self.left > 0 && self.right > 0;
        both && (self.content > 1 || self.content == 1 && self.sum() > 2)
            || self.sum() >= 3 && self.content > 1
    }
}

/// A run of tokens of a text.
#[derive(Debug, Clone, Copy)]
struct Place<'a, 'b> {
    text: &'b Reading<'a>,
    first: usize,
    next: usize,
}

impl<'a, 'b> Place<'a, 'b> {
    fn word(text: &'b Reading<'a>, at: usize) -> Self {
        Self { text, first: at, next: at + 1 }
    }

    fn value(text: &'b Reading<'a>, span: Span) -> Self {
        let first = text.tokens.partition_point(|token| token.span.end <= span.start);
        let next = text.tokens.partition_point(|token| token.span.start < span.end);
        Self { text, first, next }
    }

    /// Whether a sentence begins, or ends, at the side of token `at` that looks away from the place.
    fn is_edge(self, left: bool) -> bool {
        let tokens = &self.text.tokens;
        let (from, to) = if left {
            let before = self.first.checked_sub(1).and_then(|at| tokens.get(at));
            (before.map_or(0, |token| token.span.end), tokens.get(self.first).map(|token| token.span.start))
        } else {
            let last = self.next.checked_sub(1).and_then(|at| tokens.get(at));
            (last.map_or(0, |token| token.span.end), tokens.get(self.next).map(|token| token.span.start))
        };
        let whole = if left { self.first == 0 } else { self.next >= tokens.len() };
        whole
            || Span::new(from, to.unwrap_or(self.text.norm.len()))
                .of(self.text.norm)
                .contains(['.', '!', '?', '\n'])
    }

    fn fit(self, other: Place<'_, '_>) -> Fit {
        let mut fit = Fit::default();
        let same = |at: usize, there: usize, fit: &mut Fit| {
            let key = self.text.key(at);
            let same = key == other.text.key(there) && key != 0 || alike(self.text, at, other.text, there);
            if same {
                fit.content += u32::from(self.text.content(at).is_some());
            }
            same
        };
        for step in 1..=REACH {
            let (Some(here), Some(there)) = (self.first.checked_sub(step), other.first.checked_sub(step))
            else {
                break;
            };
            if !same(here, there, &mut fit) {
                break;
            }
            fit.left += 1;
        }
        for step in 0..REACH {
            let (here, there) = (self.next + step, other.next + step);
            if here >= self.text.tokens.len()
                || there >= other.text.tokens.len()
                || !same(here, there, &mut fit)
            {
                break;
            }
            fit.right += 1;
        }
        // Both begin a sentence, or end one.
        fit.left += u32::from(fit.left == 0 && self.is_edge(true) && other.is_edge(true));
        fit.right += u32::from(fit.right == 0 && self.is_edge(false) && other.is_edge(false));
        fit
    }
}

/// Whether two Korean words begin alike, endings apart: with one syllable and, but for its final, the next
/// (`끝나기`, `끝난`).
fn alike(mine: &Reading<'_>, at: usize, theirs: &Reading<'_>, there: usize) -> bool {
    let head = |text: &Reading<'_>, at: usize| {
        let token = text.tokens.get(at).filter(|token| token.script == Script::Hangul)?;
        let mut chars = token.text.chars();
        Some((chars.next()?, u32::from(chars.next()?).wrapping_sub(0xac00) / 28))
    };
    head(mine, at).is_some_and(|start| head(theirs, there) == Some(start))
}

/// The first word of the claim in whose place the first of the windows has its opposite: the words around them agree
/// better than anywhere where the windows have the claim's own, or the claim has theirs.
pub(super) fn exchanged_word<'a>(
    claim: &Reading<'a>,
    named: &Named,
    windows: &[Reading<'a>],
) -> Option<Exchange<'a>> {
    let mine = &named.0;
    let window = windows.first()?;
    if mine.is_empty() {
        return None;
    }
    let theirs: Vec<Vec<(usize, Side)>> =
        windows.iter().map(|window| named.among(&window.tokens).0).collect();
    let list = theirs.first()?;
    mine.iter().find_map(|&(at, side)| {
        let here = Place::word(claim, at);
        let opposes = |other: Side| other.0 == side.0 && other.1 != side.1;
        let (fit, there, opposite) = list
            .iter()
            .filter(|&&(_, other)| opposes(other))
            .map(|&(there, other)| (here.fit(Place::word(window, there)), there, other))
            .max_by_key(|(fit, ..)| fit.sum())
            .filter(|(fit, ..)| fit.is_one_place())?;
        let number = side.0 < INDEX.words;
        let own = windows.iter().zip(&theirs).flat_map(|(window, list)| {
            list.iter().filter(|found| found.1 == side).map(move |&(there, _)| (window, there))
        });
        let place = Place::word(window, there);
        let taken = mine.iter().filter(|found| found.1 == opposite).map(|&(at, _)| Place::word(claim, at));
        let better = own
            .map(|(window, there)| here.fit(Place::word(window, there)))
            .chain(taken.map(|other| other.fit(place)))
            .any(|other| other.rivals(fit));
        let together = list
            .iter()
            .any(|&(other, named)| named == side && other != there && other.abs_diff(there) <= TOGETHER);
        let turned = !number && is_denied(&claim.tokens, at) != is_denied(&window.tokens, there);
        (!better && !together && !turned).then(|| Exchange {
            mine: claim.tokens.get(at).map_or("", |token| token.text),
            theirs: window.tokens.get(there).map_or("", |token| token.text),
            number,
        })
    })
}

/// The first value of the claim in whose place the first of the windows has another one.
pub(super) fn exchanged_value<'a>(
    claim: &Reading<'a>,
    values: &[Value],
    window: &Reading<'a>,
    stated: &[Value],
) -> Option<Exchange<'a>> {
    values.iter().find_map(|value| {
        let here = Place::value(claim, value.span);
        let best = |own: bool| {
            stated
                .iter()
                .filter(|other| !other.implied && value.is_stated_by(&Stated::new(other, 0)) == own)
                .filter(|other| own || value.is_comparable(other))
                .map(|other| (here.fit(Place::value(window, other.span)), other))
                .max_by_key(|(fit, _)| fit.sum())
        };
        let (fit, other) = best(false).filter(|(fit, _)| fit.is_one_place())?;
        let place = Place::value(window, other.span);
        let taken = values
            .iter()
            .filter(|mine| mine.is_stated_by(&Stated::new(other, 0)))
            .map(|mine| Place::value(claim, mine.span).fit(place));
        let better = best(true).map(|(own, _)| own).into_iter().chain(taken).any(|other| other.rivals(fit));
        (!better).then(|| Exchange {
            mine: value.span.of(claim.norm),
            theirs: other.span.of(window.norm),
            number: true,
        })
    })
}

/// Whether one of two English texts denies what the other states with the same words around it.
pub(super) fn is_denied_in_place(claim: &Reading<'_>, window: &Reading<'_>) -> bool {
    denies_in_place(claim, window) || denies_in_place(window, claim)
}

/// Whether `text` has a negation in a place where `other` has none.
fn denies_in_place(text: &Reading<'_>, other: &Reading<'_>) -> bool {
    let negations = |text: &Reading<'_>| -> Vec<usize> {
        (0..text.tokens.len())
            .filter(|&at| {
                text.tokens.get(at).is_some_and(|token| token.script == Script::Latin)
                    && is_english_negation(&text.tokens, at)
            })
            .collect()
    };
    let mine = negations(text);
    if mine.is_empty() {
        return false;
    }
    let theirs = negations(other);
    mine.into_iter().any(|at| {
        let before = at.checked_sub(1).and_then(|at| text.tokens.get(at)).map_or("", |token| token.text);
        // `did not rise` stands where the other has `rose`.
        let auxiliary = usize::from(matches!(before, "do" | "does" | "did"));
        let here = Place { text, first: at - auxiliary, next: at + 1 };
        let none = (0..=other.tokens.len())
            .map(|at| here.fit(Place { text: other, first: at, next: at }))
            .filter(|fit| fit.left > 0 && fit.right > 0 && fit.sum() > 3 && fit.is_one_place())
            .max_by_key(|fit| fit.sum());
        let own = theirs.iter().map(|&there| Place::word(text, at).fit(Place::word(other, there)));
        none.is_some_and(|none| !own.into_iter().any(|own| own.rivals(none)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::gate::number::values;
    use crate::domain::text::normalise;

    fn word(claim: &str, evidence: &str) -> Option<(String, String)> {
        let (claim, evidence) = (normalise(claim), normalise(evidence));
        let windows = [Reading::new(&evidence)];
        let claim = Reading::new(&claim);
        let found = exchanged_word(&claim, &Named::new(&claim.tokens), &windows)?;
        Some((found.mine.to_owned(), found.theirs.to_owned()))
    }

    fn value(claim: &str, evidence: &str) -> Option<(String, String)> {
        let (claim, evidence) = (normalise(claim), normalise(evidence));
        let (mine, theirs) = (values(&claim), values(&evidence));
        let mine: Vec<Value> = mine.into_iter().filter(|value| !value.implied).collect();
        let found = exchanged_value(&Reading::new(&claim), &mine, &Reading::new(&evidence), &theirs)?;
        Some((found.mine.to_owned(), found.theirs.to_owned()))
    }

    #[test]
    fn an_opposite_in_the_same_place() {
        for (claim, evidence, mine, theirs) in [
            (
                "The private library opens at noon.",
                "The public library opens at noon on weekdays.",
                "private",
                "public",
            ),
            (
                "Staff sold the shares in spring.",
                "According to the report, staff bought the shares in spring.",
                "sold",
                "bought",
            ),
            (
                "It borders Peru in the eastern highlands.",
                "It borders Peru in the western highlands.",
                "eastern",
                "western",
            ),
            ("This is the fourth edition of the guide.", "This is the third edition.", "fourth", "third"),
            ("The office closes on Friday.", "The office closes on Thursday.", "friday", "thursday"),
            ("수업이 끝나기 전에 제출한다.", "과제는 수업이 끝난 후에 제출한다.", "전에", "후에"),
            ("시의회는 예산안에 반대했다.", "시의회는 예산안에 찬성했다.", "반대했다", "찬성했다"),
            ("학교는 2월에 졸업식을 연다.", "학교는 2월에 입학식을 연다.", "졸업식을", "입학식을"),
            ("위원회는 셋째 월요일에 회의한다.", "위원회는 셋째 금요일에 회의한다.", "월요일에", "금요일에"),
            ("요금은 매월 납부한다.", "요금은 매년 납부한다.", "매월", "매년"),
        ] {
            assert_eq!(word(claim, evidence), Some((mine.to_owned(), theirs.to_owned())), "{claim}");
        }
    }

    #[test]
    fn no_exchange_where_both_say_the_same() {
        for (claim, evidence) in [
            // The opposite stands in another place.
            ("The public library opens at noon.", "The public library is larger than the private one."),
            // Both are named together.
            ("The law applies to private unions.", "The law applies to public and private unions."),
            // The claim has the other word, too.
            ("Sales rose in 2019 and fell in 2020.", "Sales fell in 2020 but rose in 2019."),
            // Denied in one of them.
            ("Smoking is not allowed in the hall.", "Smoking is forbidden in the hall."),
            ("도서관은 월요일에 쉰다.", "도서관은 월요일에 쉬고 화요일에 연다."),
            ("신청은 접수 후에 심사한다.", "신청은 접수 뒤에 심사한다."),
            ("국내와 해외 모두에 적용한다.", "해외와 국내 모두에 적용한다."),
        ] {
            assert_eq!(word(claim, evidence), None, "{claim}");
        }
    }

    #[test]
    fn a_value_in_the_place_of_another() {
        for (claim, evidence, mine, theirs) in [
            ("She worked there from 1992 to 1992.", "She worked there from 1990 to 1992.", "1992", "1990"),
            (
                "Of the members, 40 voted for and 60 against.",
                "Of the members, 60 voted for and 40 against.",
                "40",
                "60",
            ),
            ("접수는 5일, 심사는 3일이 걸린다.", "접수는 3일, 심사는 5일이 걸린다.", "5일이", "3일"),
        ] {
            let found = value(claim, evidence);
            assert!(
                found
                    .as_ref()
                    .is_some_and(|(one, other)| mine.starts_with(one.as_str()) && other.starts_with(theirs)),
                "{claim}: {found:?}"
            );
        }
        for (claim, evidence) in [
            ("Room A has 30 seats and room B 40.", "Room A has 30 seats. Room B has 40 seats."),
            ("접수는 3일이 걸린다.", "접수는 3일, 심사는 5일이 걸린다."),
            ("In 2019 it had 5 members.", "It had 3 members in 2015 and 5 members in 2019."),
        ] {
            assert_eq!(value(claim, evidence), None, "{claim}");
        }
    }

    #[test]
    fn a_negation_in_one_of_two_equal_places() {
        let denied = |claim: &str, evidence: &str| {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            is_denied_in_place(&Reading::new(&claim), &Reading::new(&evidence))
        };
        for (claim, evidence, want) in [
            ("The board did not publish the report.", "The board published the report.", true),
            ("The board published the report.", "The board did not publish the report.", true),
            (
                "Members may vote, and guests may not vote by proxy.",
                "Members may not vote, and guests may not vote by proxy.",
                true,
            ),
            ("The board did not publish the report.", "The report was not published.", false),
            ("The board never met in spring.", "The board never met in spring or summer.", false),
        ] {
            assert_eq!(denied(claim, evidence), want, "{claim}");
        }
    }
}
