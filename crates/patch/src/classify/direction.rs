//! Opposites: a word replaced by its antonym turns the claim round.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::unit::{Change, Word};
use super::{Finding, arrow};
use crate::GateName;
use stet_text::{Script, english_stem};

/// Textbook antonyms, both sides as stems are compared.
const PAIRS: &str = "increase decrease;increase reduce;rise fall;raise lower;grow shrink;gain lose;win lose;up down;above below;over under;\
    before after;more less;more fewer;greater less;greater smaller;higher lower;high low;large small;big small;big little;long short;\
    tall short;old young;old new;early late;earlier later;first last;begin end;start end;start stop;start finish;open close;open shut;\
    in out;inside outside;indoor outdoor;indoors outdoors;into from;to from;enter leave;enter exit;arrive depart;come go;left right;\
    north south;east west;northern southern;eastern western;northeast southwest;top bottom;front back;upper lower;inner outer;\
    positive negative;good bad;better worse;best worst;happy sad;love hate;like hate;accept reject;allow forbid;allow prohibit;\
    permit forbid;approve reject;support oppose;support refute;success failure;succeed fail;pass fail;true false;\
    right wrong;same different;similar different;easy difficult;easy hard;simple complex;fast slow;quick slow;\
    strong weak;hot cold;warm cool;wet dry;light dark;light heavy;black white;day night;male female;man woman;men women;boy girl;\
    father mother;son daughter;brother sister;husband wife;king queen;he she;his her;him her;alive dead;live die;birth death;\
    buy sell;give take;give receive;send receive;lend borrow;teach learn;push pull;empty full;rich poor;cheap expensive;safe dangerous;\
    public private;internal external;local global;minimum maximum;least most;majority minority;\
    include exclude;with without;add remove;attach detach;create destroy;build destroy;remember forget;always never;all none;\
    sit stand;sleep wake;laugh cry;walk run;near far;ascend descend;upward downward;import export;win loss;profit loss;major minor;\
    common rare;present absent;guilty innocent;domestic foreign;mandatory optional;mandatory voluntary;permanent temporary;\
    deposit withdraw;deposit withdrawal;encrypt decrypt;enable disable;enabled disabled;expand contract;expand shrink;ancient modern;\
    absolute relative;odd even;active passive;horizontal vertical;clockwise counterclockwise;upstream downstream;inbound outbound;\
    input output;junior senior;optimistic pessimistic;urban rural;victory defeat;widen narrow;wide narrow;thick thin;deep shallow;\
    hire fire;encourage discourage;surplus deficit;overestimate underestimate;superior inferior;max min;for against";

const KO_PAIRS: &str = "관련 무관;유료 무료;유죄 무죄;합법 불법;국내 국외;국내 해외;다수 소수;과거 미래;정규 비정규;필수 선택;의무 선택;참석 불참;출석 결석;\
    입학 졸업;입사 퇴사;취임 퇴임;생산 소비;다르 같;다르 동일;다르 똑같;다릅 동일;다른 같은;패배 완승;참패 완승;허구 사실;허위 사실;애정 증오;\
    최고 최악;행복 불행;알았 몰랐;늘릴 줄일;늘리 줄이;가깝 멉;과대 과소;상향 하향;선불 후불;예금 출금;증가 감소;상승 하락;늘 줄;늘어 줄어;오르 내리;올라 내려;오른 내린;올랐 내렸;높 낮;많 적;크 작;큰 작은;길 짧;넓 좁;강 약;빠르 느리;빠른 느린;\
    위 아래;위쪽 아래쪽;앞 뒤;앞쪽 뒤쪽;왼쪽 오른쪽;좌측 우측;안 밖;내부 외부;실내 실외;이전 이후;전 후;오전 오후;낮 밤;먼저 나중;처음 마지막;최초 최후;\
    시작 끝;시작 종료;시작 마감;개방 폐쇄;열 닫;허용 금지;허가 불허;찬성 반대;동의 반대;가능 불가;성공 실패;합격 불합격;승리 패배;이기 지;있 없;좋 나쁘;좋 싫;\
    좋 별로;쉽 어렵;쉬운 어려운;장점 단점;이익 손해;흑자 적자;수입 수출;구매 판매;사 팔;남 여;남자 여자;남성 여성;아들 딸;아버지 어머니;형 동생;상행 하행;동쪽 서쪽;\
    남쪽 북쪽;동부 서부;남부 북부;확대 축소;강화 완화;개선 악화;포함 제외;추가 삭제;찬성 거부;수락 거절;승인 거부;기존 신규;공개 비공개;긍정 부정;재미 지루;\
    맛있 맛없;깨끗 더럽;깨끗 더러;조용 시끄;안전 위험;편리 불편;편하 불편;충분 부족;이상 이하;이상 미만;초과 미만;초과 이하;최대 최소;직접 간접;공식 비공식;\
    낙관 비관;저렴 비싸;싸 비싸;가깝 멀;가까 먼;춥 덥;차갑 뜨겁;밝 어둡;켜 끄;켜 꺼;상반 하반;상류 하류;전반 후반;울 웃;따로 함께;더 덜;슬프 기쁘;슬픈 행복;슬픈 기쁜;어두 밝;어두운 밝은;무거 가벼;간소 복잡;간단 복잡;중단 지속;중단 계속;금지 의무;부족 충분;두꺼 얇;깊 얕;일찍 늦;빨리 천천;오르 떨어;올랐 떨어;따뜻 차갑;따뜻 냉정;절대 상대;적극 소극;능동 수동;인상 인하;입금 출금;입국 출국;출발 도착;채용 해고;임명 해임;들어오 나가;주 받;이내 이후;이내 초과;\
    연 닫;여 닫;엽 닫;유해 무해;유상 무상;유효 무효;유한 무한;가입 탈퇴;설치 철거;체결 해지;개시 종료;제정 폐지;상근 비상근";

/// What may follow a listed word of one syllable.
const TAILS: [&str; 36] = [
    "",
    "에",
    "에서",
    "에는",
    "에도",
    "으로",
    "로",
    "이",
    "가",
    "은",
    "는",
    "을",
    "를",
    "의",
    "도",
    "만",
    "쪽",
    "다",
    "고",
    "지만",
    "아서",
    "어서",
    "아요",
    "어요",
    "았다",
    "었다",
    "습니다",
    "은데",
    "으며",
    "았습니다",
    "었습니다",
    "았어요",
    "었어요",
    "게",
    "는다",
    "습니까",
];

static ENGLISH: LazyLock<FxHashMap<String, Vec<String>>> = LazyLock::new(|| {
    let mut map: FxHashMap<String, Vec<String>> = FxHashMap::default();
    for (one, two) in pairs(PAIRS) {
        map.entry(english_stem(one)).or_default().push(english_stem(two));
    }
    map
});
/// Korean pairs in both directions, by the first syllable of the one.
static KOREAN: LazyLock<FxHashMap<char, Vec<(&'static str, &'static str)>>> = LazyLock::new(|| {
    let mut map: FxHashMap<char, Vec<_>> = FxHashMap::default();
    for (one, two) in pairs(KO_PAIRS).flat_map(|(one, two)| [(one, two), (two, one)]) {
        if let Some(first) = one.chars().next() {
            map.entry(first).or_default().push((one, two));
        }
    }
    map
});

fn pairs(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    list.split(';').filter_map(|pair| pair.trim().split_once(' '))
}

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    for b in
        change.before.iter().filter(|word| change.unit.after.count(word) < change.unit.before.count(word))
    {
        for a in
            change.after.iter().filter(|word| change.unit.before.count(word) < change.unit.after.count(word))
        {
            if opposite(b, a) {
                return Some(Finding::core(
                    GateName::Direction,
                    arrow(b.text, a.text),
                    ("반대되는 말로 바뀌었습니다", "A word gives way to its opposite"),
                ));
            }
        }
    }
    None
}

/// Forms of the verbs above that their stem does not tell, each with its verb.
const IRREGULAR: &str = "forbidden forbid;forbade forbid;fell fall;fallen fall;rose rise;risen rise;grew grow;grown grow;shrank shrink;\
    shrunk shrink;won win;lost lose;gave give;given give;took take;taken take;sent send;bought buy;sold sell;began begin;begun begin;\
    came come;went go;gone go;left leave;taught teach;built build;forgot forget;forgotten forget;lent lend;sat sit;stood stand;\
    slept sleep;woke wake;ran run";

/// The stem of the verb of which a word is an irregular form.
fn base(word: &str) -> Option<String> {
    pairs(IRREGULAR).find(|(form, _)| *form == word).map(|(_, verb)| english_stem(verb))
}

/// Whether two words are listed as each other's opposite.
#[must_use]
pub fn opposite(one: &Word<'_>, two: &Word<'_>) -> bool {
    match (one.script, two.script) {
        (Script::Hangul, Script::Hangul) => {
            let is = |word: &Word<'_>, known: &str| {
                word.key == known
                    || word
                        .lower
                        .strip_prefix(known)
                        .is_some_and(|tail| known.chars().count() > 1 || TAILS.contains(&tail))
            };
            let listed = one.lower.chars().next().and_then(|first| KOREAN.get(&first));
            listed.is_some_and(|pairs| pairs.iter().any(|(x, y)| is(one, x) && is(two, y)))
        }
        (Script::Latin, Script::Latin) => {
            let listed =
                |x: &str, y: &str| ENGLISH.get(x).is_some_and(|all| all.iter().any(|known| known == y));
            let forms = |word: &'_ Word<'_>| [word.key.clone(), base(&word.lower).unwrap_or_default()];
            let (ones, twos) = (forms(one), forms(two));
            let pairs = || ones.iter().flat_map(|x| twos.iter().map(move |y| (x, y)));
            pairs().any(|(x, y)| listed(x, y) || listed(y, x))
        }
        _ => false,
    }
}
