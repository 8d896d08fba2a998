//! Rivals: words of one kind that exclude one another (`위 / 아래`, `작년 / 올해 / 내년`, `north / south`).
//!
//! Owns the sets, of adjectives, times, places, people and ranks, and how one is found in place of another. Softer
//! than [`direction`](crate::sides::direction), which rejects by itself: the two words may stand in the
//! texts for different things, so this only lowers a score.

use rustc_hash::FxHashMap;

use crate::text::heads::Heads;
use crate::text::marks::OPPOSITE;
use crate::text::reading::Reading;
use crate::text::similarity::hash;
use stet_text::{Script, english_key};

/// Sets of rivals, one a line, the sides of a line apart by `/`; Korean by how words begin (one syllable:
/// followed by an ending or nothing), English as keys of [`english_key`].
pub(crate) const SETS: &str = "
위 위쪽 윗 위로 위에 / 아래 밑
앞 앞쪽 앞에 앞으로 / 뒤 뒤쪽 뒤에 뒤로
안쪽 내부 실내 / 바깥 외부 실외 야외
왼쪽 좌측 / 오른쪽 우측
좋 훌륭 최고 만족 / 나쁘 나쁜 나빴 최악 별로 형편없 실망 불만 아쉬 아쉽
크다 큰 컸 커 커다 거대 대형 / 작 작은 소형
많 다수 / 적 적은 적다 적었 소수
높 높은 / 낮 낮은
길 긴 길었 / 짧
넓 / 좁
빠르 빠른 빨리 빨라 신속 / 느리 느린 늦
밝 / 어둡 어두
깨끗 청결 깔끔 / 더럽 더러 지저분 불결
쉽 쉬운 쉬웠 / 어렵 어려 힘들 힘든
가깝 가까 / 멀 먼 멀리
친절 / 불친절
편리 편하 편안 편한 / 불편
충분 넉넉 / 부족 모자라
무겁 무거 / 가볍 가벼
춥 추운 추웠 차갑 차가 / 덥 더운 더웠 뜨겁 뜨거 따뜻
젊 / 늙
새 새로 신규 / 헌 오래된 낡 옛
비싸 비싼 / 저렴 싸 싼
조용 / 시끄
안전 ~무사 / 위험 ~사고 ~피해
재미있 재밌 / 지루 재미없
성공 ~이뤄 ~이룬 ~달성 ~해냈 / 실패 ~좌절 ~무산 ~못했
시작 개시 ~개막 ~출범 ~돌입 ~착수 ~처음 / 종료 끝 ~마무리 ~마쳤 ~마친 ~완료 ~폐막 ~마지막
찬성 동의 ~지지 ~환영 ~옹호 / 반대 거부 ~비판 ~항의 ~규탄
강화 / 완화 약화
확대 증가 늘 늘어 늘었 ~커지 ~커졌 ~추가 ~불어 / 축소 감소 줄 줄어 줄었 ~잘라 ~삭감 ~깎 ~깎아 ~작아졌
오르 올랐 상승 인상 / 내리 내렸 하락 인하
입국 / 출국
수출 / 수입
공개 ~발표 ~게시 / 비공개 ~비밀
유선 / 무선
온라인 / 오프라인
국내 / 해외 국외
관내 / 관외
상류 / 하류
상반 / 하반
전반 / 후반
오전 아침 / 오후 / 저녁 밤
작년 지난해 / 올해 금년 / 내년
지난달 / 이번달 이달 / 다음달 내달
어제 / 오늘 / 내일
이번 / 다음
월요일 / 화요일 / 수요일 / 목요일 / 금요일 / 토요일 / 일요일
봄 / 여름 / 가을 / 겨울
초등 / 중학 / 고등 고등학 / 대학
남자 남성 / 여자 여성
남편 / 아내 부인
아들 / 딸
아버지 아빠 / 어머니 엄마
형 오빠 / 누나 언니 / 동생
선배 / 후배
부장 / 과장 / 차장 / 사장 / 회장
전체 전면 전부 전액 모두 / 일부 부분
항상 언제나 / 가끔 때때로
최초 처음 ~시작부터 ~첫날 / 마지막 최후 ~끝까지 ~끝으로
최대 최고 / 최소 최저
같 동일 똑같 / 다르 다른 독자 상이
가능 / 불가능
합법 / 불법
유료 / 무료
유해 / 무해
유효 / 무효
유죄 / 무죄
유급 / 무급
유상 / 무상
유인 / 무인
기혼 / 미혼
의무 필수 / 선택 자율
직접 / 간접
포함 ~실린 ~실렸 ~실려 ~수록 ~담긴 ~담고 ~담아 ~속한 ~비롯 ~들어 / 제외 ~빠진 ~빠졌 ~빼고 ~뺀
허용 허가 승인 / 금지 불허
열리 열렸 열린 열고 열며 열었 열어 연다 엽니다 여는 개방 개장 개관 ~운영 ~영업 ~이용 / 닫 닫혔 폐쇄 폐장 쉰다 쉬는 쉬며 쉬고 쉽니다 휴관 휴무 휴점 휴장 휴업
상원 / 하원
여당 / 야당
고액 / 소액
무한 / 한정 유한
중단 폐지 / 재개 지속 계속 유지
승리 이겼 우승 / 패배 졌다
북쪽 북부 북한 / 남쪽 남부 남한 / 동쪽 동부 / 서쪽 서부
빨간 빨강 붉은 / 파란 파랑 푸른 / 노란 노랑 / 하얀 흰 흰색 / 검은 검정
슬프 슬픈 슬퍼 / 기쁘 기쁜 행복 즐거
사랑 좋아 / 싫어 미워 혐오
어른 성인 / 어린이 아이 아동
부자 부유 / 가난
사다 구매 구입 / 팔 판매
이상 초과 넘는 넘어 넘은 높 증가 늘어 늘었 상승 많 더 웃도 / 이하 미만 낮 감소 줄어 줄었 하락 적은 적다 적었 덜 밑도
up / down
more higher highest greater larger largest most increas exceed abov over rise rose risen grew grown growth gain ~worse ~better ~stronger ~additional ~extra ~further / less lower lowest fewer smaller smallest least decreas below under fall fell declin drop reduc shrank ~little ~barely ~hardly
better best improv superior / wors worst inferior deteriorat
larg bigger big greater / small smaller tin
long longer / short shorter
earli earlier / lat later
young younger youngest / old older oldest
fast faster quick rapid / slow slower
hot warm / cold cool
rich wealth / poor
strong stronger / weak weaker
eas easi easier simpl / difficult hard harder
cheap cheaper inexpensiv / expensiv costl
safe / dangerou unsaf risk
happ glad / sad unhapp
lov lik enjo / hat dislik
succe success successful / fail failur
male man men boy / femal woman women girl
husband / wif
son / daughter
father dad / mother mom
brother / sister
king / queen
actor / actress
morn / afternoon / even night
monda / tuesda / wednesda / thursda / frida / saturda / sunda
spr / summer / autumn fall / winter
north northern / south southern / east eastern / west western
red / blu / green / yellow / black / white
posit / negat
public / privat
rural / urban
import / export
buy bought purchas ~buyer ~acquire ~acquired ~bid / sell sold sale ~seller ~vendor ~auction ~auctioneer ~auctioneers ~auctioned
born / die died dead
democrat / republican
liberal / conservativ
singl / doubl / tripl
alwa / sometime rare seldom never
inside indoor internal / outside outdoor external
parent / child children
guilt convict / innocent acquitt
";

/// Sets of words by how these begin.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    /// By the hashes of words and of their keys.
    english: FxHashMap<u32, Vec<Side>>,
    /// Whether a beginning is the whole word, and the side.
    korean: Heads<(bool, Side)>,
}

/// The sets of a list.
pub(crate) fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.is_empty())
}

impl Sets {
    /// Reads lists of sets, one a line with the sides apart by `/`; a word behind `~` only speaks for a side ([`CUE`]).
    pub(crate) fn new(lists: &[&'static str]) -> Self {
        let mut index = Self::default();
        let mut english: FxHashMap<&str, Vec<Side>> = FxHashMap::default();
        for (set, line) in (0_u16..).zip(lists.iter().copied().flat_map(lines)) {
            for (side, words) in (0_u8..).zip(line.split('/')) {
                for word in words.split_whitespace() {
                    let (word, side) = match word.strip_prefix('~') {
                        Some(cue) => (cue, (set, side | CUE)),
                        None => (word, (set, side)),
                    };
                    if !word.is_ascii() {
                        let head = word.strip_suffix('.');
                        index.korean.add(head.unwrap_or(word), (head.is_some(), side));
                        continue;
                    }
                    english.entry(word).or_default().push(side);
                    let key = english_key(word);
                    if key != word {
                        english.entry(key).or_default().push(side);
                    }
                }
            }
        }
        // A word of its own line has what is told of all its forms, too.
        let words: Vec<&str> = english.keys().copied().collect();
        for word in words {
            let of_key = english.get(english_key(word)).cloned().unwrap_or_default();
            if let Some(sides) = english.get_mut(word) {
                sides.extend(of_key);
                sides.sort_unstable();
                sides.dedup();
            }
        }
        index.english = english.into_iter().map(|(word, sides)| (hash(word), sides)).collect();
        index
    }

    /// The sides that the words of a text name, with the positions of the words; of sets whose bit is not among `wanted`
    /// ([`bit`]), and perhaps of others, none.
    pub(crate) fn named(&self, text: &Reading<'_>, wanted: u64) -> Vec<(usize, Side)> {
        let mut found = Vec::new();
        for (at, token) in text.marked(OPPOSITE).filter_map(|at| Some((at, text.tokens.get(at)?))) {
            match token.script {
                Script::Latin => {
                    if is_limit(text, at) {
                        continue;
                    }
                    let of_word = self.english.get(&hash(token.text));
                    let named = of_word.or_else(|| self.english.get(&text.key(at)));
                    let named = named.into_iter().flatten().filter(|side| bit(**side) & wanted != 0);
                    found.extend(named.map(|&side| (at, side)));
                }
                Script::Hangul => {
                    let fits = |head: &str, whole: bool| {
                        let mut rest = token.text.get(head.len()..).unwrap_or_default().chars();
                        match rest.next() {
                            None => true,
                            Some(_) if whole => false,
                            Some(next) => head.len() > SYLLABLE || ENDINGS.contains(next),
                        }
                    };
                    let named = self
                        .korean
                        .of(token.text)
                        .filter(|&(head, (whole, side))| bit(side) & wanted != 0 && fits(head, whole));
                    found.extend(named.map(|(_, (_, side))| (at, side)));
                }
                Script::Digit | Script::Other => {}
            }
        }
        found
    }
}

/// Whether the word at `at` is the `up` of `up to 50 guests`, where nothing goes up.
fn is_limit(text: &Reading<'_>, at: usize) -> bool {
    text.word(at) == "up"
        && text.word(at + 1) == "to"
        && !at.checked_sub(1).is_some_and(|before| {
            matches!(
                text.word(before),
                "went" | "go" | "goes" | "gone" | "going" | "moved" | "moves" | "is" | "was" | "are" | "were"
            )
        })
}

/// What may follow a stem of one syllable, so that `작` is not found in `작품`.
const ENDINGS: &str = "은는다고지게아어았었습으네던기음을더나죠군거대이가를에의로만도과와면며해하했한";

/// Bytes of a syllable.
const SYLLABLE: usize = 3;

/// Marks a side that a word only speaks for: `earned` is no word for `won`, but bears it out.
pub(crate) const CUE: u8 = 0x80;

/// The bit of a set; several sets share one.
pub(crate) fn bit(side: Side) -> u64 {
    1 << (side.0 % 64)
}

/// A set and a side of it.
pub(crate) type Side = (u16, u8);

/// Number of sides that a claim names where its evidence names only others of the same set.
pub(crate) fn rivals(claim: &[Side], evidence: &[Side]) -> u32 {
    let rival = |side: &&Side| !evidence.contains(side) && evidence.iter().any(|other| other.0 == side.0);
    u32::try_from(claim.iter().filter(rival).count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sides::opposites::Named;
    use stet_text::normalise;

    #[test]
    fn one_of_a_kind_in_place_of_another() {
        for (claim, evidence, want) in [
            ("역은 건물 뒤에 있다", "역은 건물 앞에 있다", 1),
            ("내년에 시행한다", "올해 시행한다", 1),
            ("방이 밝고 조용하다", "방이 어둡고 시끄럽다", 2),
            ("위원회는 적법하다", "아래 기준은 많다", 0),
            ("올해와 내년에 시행한다", "올해 시행한다", 1),
            ("올해 시행한다", "올해와 내년에 시행한다", 0),
            ("The northern gate", "The southern gate", 1),
            ("A cheap room", "A room", 0),
        ] {
            let of = |text: &str| Named::new(&Reading::new(&normalise(text))).sides(&[]);
            assert_eq!(rivals(&of(claim), &of(evidence)), want, "{claim}");
        }
    }
}
