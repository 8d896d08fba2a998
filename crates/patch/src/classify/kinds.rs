//! Kinds of things: words that exclude one another where one takes the other's place.
//!
//! Owns everyday words of closed fields (colours, kin, animals, vehicles, rooms, hours of the day …) in both
//! languages. `red` for `blue` or `고양이` for `개` is never a matter of style; a synonym is. Only textbook
//! vocabulary stands here, never words of a data set.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::unit::{Change, Word};
use stet_text::{Script, english_stem, korean_stem};

/// One kind a line; members are separated by blanks, forms and synonyms of one member by `/`. A `~` marks a
/// member, or a whole kind, that is often said in another sense: it only gives way to another of its kind.
const ENGLISH: &str = "\
man/men/guy/gentleman/gentlemen woman/women/lady/ladies boy girl child/children/kid baby/infant toddler teenager/teen/adolescent ~adult husband wife \
father/dad/daddy mother/mom/mum/mommy son daughter brother sister uncle aunt grandfather/grandpa grandmother/grandma nephew niece cousin ~friend \
~stranger neighbor/neighbour ~person/people/individual/human/someone/somebody ~crowd
~ young/youthful old/older/elderly/aged teenage newborn
black white red blue green yellow orange purple/violet pink brown grey/gray beige/tan ~gold/golden ~silver maroon turquoise crimson/scarlet \
blond/blonde brunette
dog/puppy cat/kitten horse/pony donkey mule cow/cattle ~bull calf/calves pig/hog sheep ~lamb goat chicken/hen rooster duck goose/geese ~turkey \
rabbit/bunny ~mouse/mice rat bird eagle owl parrot pigeon ~fish shark whale dolphin ~seal lion tiger leopard ~bear wolf/wolves fox deer elephant \
giraffe monkey ape gorilla zebra camel llama kangaroo koala snake lizard turtle frog ~bee wasp ant spider butterfly squirrel hamster goldfish \
~animal/beast
~car/automobile/auto truck/lorry bus/coach van taxi/cab ~train tram subway/metro/underground bicycle/bike/cycle motorcycle/motorbike scooter tricycle \
~boat ~ship ferry canoe kayak raft yacht ~airplane/aeroplane/plane/aircraft helicopter/chopper ~rocket tractor ~wagon ~cart ~carriage sled/sledge \
skateboard jeep ambulance
shirt/tshirt blouse sweater/jumper/pullover jacket ~coat vest ~suit dress/gown skirt pants/trousers jean/jeans shorts sock shoe boot sandal sneaker \
hat ~cap helmet scarf/scarves glove mitten ~tie apron uniform robe costume bikini/swimsuit ~glasses/spectacles sunglasses kilt hoodie wig
walk/stroll ~run/ran/jog/sprint sit/sat ~stand/stood ~lie/lay/laying/lying jump/leap/hop sleep/slept/asleep/nap climb ~crawl swim/swam/swum ~dive/dove \
~fly/flew/flown ~drive/drove/driven ~ride/rode/ridden dance sing/sang/sung kneel/knelt skate ski surf kayak ~row ~sail hike ~march ~float
eat/ate/eaten/consume drink/drank/drunk cook bake ~read ~write/wrote/written ~paint ~draw/drew/drawn ~talk/speak/spoke/chat shout/yell/scream whisper \
laugh smile/grin ~cry/cried/weep/wept/sob frown kiss hug/embrace ~fight/fought wrestle ~play sew knit ~dig/dug ~throw/threw/thrown ~catch/caught ~kick \
~push ~pull ~carry ~buy/bought/purchase ~sell/sold ~steal/stole/stolen ~listen ~watch ~wash ~sweep/swept juggle
~ happy/glad/joyful/cheerful sad/unhappy angry/mad/furious afraid/scared/frightened tired/exhausted excited bored hungry thirsty nervous/anxious calm \
surprised confused proud ashamed lonely jealous
~ clean dirty/filthy
~ empty/deserted crowded/packed/busy
~ indoors/indoor/inside outdoors/outdoor/outside
beach/shore ocean/sea lake river/stream/creek pond pool forest/woods/wood desert mountain/hill valley meadow park garden yard ~street/road \
sidewalk/pavement ~highway/freeway/motorway ~bridge ~tunnel alley ~city/town ~village countryside apartment/flat kitchen bathroom bedroom ~office \
~school classroom library museum hospital church temple mosque ~store/shop ~market mall restaurant/diner cafe ~bar/pub hotel airport ~station stadium \
gym theater/theatre/cinema farm barn zoo prison/jail ~factory ~island roof/rooftop ~floor/ground ~ceiling ~wall ~stage ~house/home ~building
desk chair bench sofa/couch bed lamp ~door ~window ~mirror bowl ~plate/dish cup/mug bottle knife/knives fork spoon ~bag ~box ~basket bucket ~book \
~newspaper/paper ~magazine ~phone/telephone/cellphone ~camera ~computer/laptop ~television/tv ~radio umbrella ~ball ~toy kite balloon rope ~stick \
~pole ~ladder hammer axe/ax gun/rifle/pistol sword broom brush ~pen pencil crayon ~flag statue/sculpture ~painting ~photograph/photo
guitar piano violin cello flute trumpet trombone drum banjo saxophone clarinet harp accordion harmonica ukulele
soccer/football baseball basketball tennis golf hockey cricket rugby volleyball badminton ~boxing karate judo ~bowling skiing skating swimming surfing \
cycling ~chess
bread ~rice noodle pasta pizza sandwich burger/hamburger steak beef pork egg cheese butter soup salad cake cookie candy/sweets chocolate apple banana \
grape lemon strawberry/strawberries melon peach pear cherry/cherries coconut peanut potato/potatoes tomato/tomatoes carrot onion ~corn/maize bean \
mushroom popcorn vegetable ~fruit ~meat
~water milk coffee tea juice beer wine soda/cola lemonade whiskey/whisky vodka
sunny cloudy/overcast rainy snowy windy foggy/misty stormy
~ rain snow hail fog/mist wind storm sunshine
~ spring summer autumn/fall winter
~ morning afternoon evening night noon/midday midnight dawn/sunrise dusk/sunset
~ monday tuesday wednesday thursday friday saturday sunday
~ january february april june july august september october november december
~ today tomorrow yesterday
~ head face hair eye ear nose mouth lip tongue neck shoulder arm elbow hand finger chest stomach/belly leg knee foot/feet toe
~ wood/wooden metal/metallic steel iron gold/golden silver copper plastic glass paper leather cotton wool/woolen silk stone brick concrete rubber clay \
grass sand dirt/soil mud
~ doctor/physician nurse surgeon dentist teacher professor student/pupil lawyer/attorney judge policeman/policemen/cop/policewoman soldier \
firefighter/fireman/firemen farmer fisherman/fishermen cook/chef waiter/waitress driver pilot sailor engineer scientist artist photographer musician \
singer dancer actor/actress athlete runner/jogger cyclist/biker skater swimmer surfer player magician clown journalist/reporter politician president \
minister mayor king queen prince princess priest monk nun mechanic carpenter plumber electrician tailor baker butcher barber clerk boss secretary \
customer passenger pedestrian tourist thief/thieves prisoner patient
~ minute hour day week month year decade century/centuries
~ inch mile meter/metre kilometer/kilometre centimeter/centimetre millimeter/millimetre
gram/gramme kilogram/kilogramme pound ounce ton/tonne
~ dollar euro pound yen won
~ north south east west
~ northern southern eastern western
~ daily weekly monthly yearly/annual/annually
~ circle/circular square triangle/triangular rectangle/rectangular
~ liquid gas solid
~ employer employee
~ buyer seller
~ plaintiff defendant
~ landlord tenant
~ lender borrower
~ korea japan germany france italy spain portugal russia canada mexico brazil argentina india thailand vietnam indonesia malaysia singapore taiwan \
australia egypt iran iraq israel ukraine poland hungary austria switzerland netherlands belgium denmark sweden norway finland greece mongolia kenya \
nigeria ethiopia
~ seoul busan daegu incheon gwangju daejeon ulsan sejong jeju suwon tokyo osaka kyoto beijing shanghai bangkok hanoi manila jakarta london paris \
berlin munich rome milan venice madrid barcelona lisbon vienna prague budapest amsterdam brussels zurich moscow boston chicago seattle vancouver \
toronto sydney melbourne cairo istanbul dubai
~ kim lee choi jung jeong kang cho yoon jang smith johnson williams jones davis garcia miller wilson anderson thomas taylor jackson martin \
thompson harris alice john mary james robert jennifer michael linda david sarah peter paul anna emma susan
~ asia europe africa";

const KOREAN: &str = "\
남자/남성/사내 여자/여성/여인 소년/남자아이 소녀/여자아이 아이/어린이/어린아이 아기 청소년 어른/성인 노인/어르신 청년/젊은이
남편 아내/부인 아버지/아빠/부친 어머니/엄마/모친 아들/장남 딸/장녀 형/오빠 누나/언니 남동생 여동생 할아버지 할머니 삼촌 이모 고모 조카 사촌 친구 이웃 장인 장모 시아버지 시어머니 \
아저씨 아주머니/아줌마
검은색/검정/검정색 흰색/하얀색 빨간색/붉은색/빨강 파란색/푸른색/파랑 초록색/녹색/초록 노란색/노랑 주황색/주황 보라색/보라 분홍색/분홍 갈색 회색 금색 은색
검은/까만 흰/하얀 빨간/붉은 파란/푸른 노란
개/강아지 고양이 말/망아지 소/송아지 돼지 양 염소 닭 오리 거위 토끼 쥐 새 독수리 앵무새 비둘기 물고기 상어 고래 돌고래 사자 호랑이 곰 늑대 여우 사슴 코끼리 기린 원숭이 낙타 뱀 거북이/거북 \
개구리 벌/꿀벌 말벌 개미 거미 나비
자동차/차량/승용차 트럭/화물차 버스 승합차 택시 기차/열차 전차 지하철/전철 자전거 오토바이 배/선박 비행기/항공기 헬기/헬리콥터 로켓 트랙터 구급차
셔츠 블라우스 스웨터 재킷/자켓 외투/코트 조끼 정장/양복 원피스/드레스 치마 바지 청바지 반바지 양말 신발/구두 장화 모자 헬멧 목도리 장갑 넥타이 앞치마 교복/제복 안경
봄 여름 가을 겨울
아침 점심 저녁 새벽 정오 자정
오전 오후 밤/야간 낮/주간
어제 오늘 내일 모레 그저께
월요일 화요일 수요일 목요일 금요일 토요일 일요일
작년/지난해 올해/금년 내년/다음해
이번주 다음주 지난주
이번달 다음달 지난달
비 눈 우박 안개 바람 태풍 폭설 폭우
바다 호수 강 연못 숲/산림 사막 산 계곡 들판 공원 정원 마당 섬 해변/바닷가
부엌/주방 화장실 욕실 침실 거실 현관 다락방 지하실 베란다/발코니 옥상 마루
학교 병원 교회 절/사찰 성당 은행 시장 백화점 식당/음식점 카페 술집 호텔 공항 역/기차역 정류장 경기장 체육관 극장/영화관 농장 동물원 교도소/감옥 공장 도서관 박물관 미술관 우체국 경찰서 \
소방서 법원 회사
초등학교 중학교 고등학교 대학교/대학 대학원 유치원
책상 의자 소파 침대 식탁 문 창문 거울 접시 컵 병 칼 포크 숟가락 젓가락 가방 상자 바구니 책 신문 잡지 전화/전화기 카메라/사진기 컴퓨터 노트북 텔레비전/티비/tv 라디오 우산 공 장난감 냉장고 \
세탁기 에어컨 전자레인지 난로
기타 피아노 바이올린 첼로 플루트 트럼펫 북 하프
축구 야구 농구 배구 테니스 골프 하키 럭비 배드민턴 탁구 권투 유도 태권도 수영 바둑 장기
밥 빵 국수/면 피자 햄버거 소고기/쇠고기 돼지고기 닭고기 달걀/계란 치즈 국 케이크 과자 사탕 초콜릿 사과 바나나 포도 딸기 수박 복숭아 배 감자 고구마 토마토 당근 양파 옥수수 콩 버섯
물 우유 커피 차 주스 맥주 와인/포도주 소주 막걸리 콜라
머리 얼굴 눈 귀 코 입 목 어깨 팔 손 손가락 가슴 배 허리 다리 무릎 발 발가락
나무/목재 금속 강철 철 금 은 구리 플라스틱 유리 종이 가죽 면 비단 돌 벽돌 콘크리트 고무
의사 간호사 약사 교사/선생님/선생 교수 학생 변호사 판사 검사 경찰/경찰관 군인 소방관 농부/농민 어부/어민 요리사 운전자/운전사/기사 조종사 선원 기술자 과학자 화가 사진작가 음악가 가수 무용수 배우 \
운동선수 기자 정치인 작가 감독 선수 심판 승객 보행자 관광객 손님/고객 환자 죄수
정부 국회 법원 검찰 경찰 대통령 총리 장관 시장 도지사 교육청 노조/노동조합 총장 이사장 학장
위원회 이사회 교무회의 총회
동/동쪽 서/서쪽 남/남쪽 북/북쪽
남동쪽 남서쪽 북동쪽 북서쪽
동북 동남 서북 서남
매일/날마다 매주 매월/매달 매년/해마다
원 달러 유로 엔 위안
원고 피고
임대인 임차인
고용주/사용자 근로자/노동자
매도인 매수인
무선 유선
한국/대한민국/우리나라 북한 중국 일본 미국 영국 프랑스 독일 이탈리아 스페인 포르투갈 러시아 캐나다 멕시코 브라질 아르헨티나 칠레 인도 태국 베트남 필리핀 인도네시아 말레이시아 싱가포르 대만 \
호주/오스트레일리아 뉴질랜드 이집트 터키 이란 이라크 이스라엘 사우디아라비아 우크라이나 폴란드 체코 헝가리 오스트리아 스위스 네덜란드 벨기에 덴마크 스웨덴 노르웨이 핀란드 그리스 몽골 \
남아프리카공화국 케냐 나이지리아 에티오피아
서울 부산 대구 인천 광주 대전 울산 세종 제주 수원 춘천 강릉 청주 전주 목포 여수 포항 경주 창원 도쿄 오사카 교토 후쿠오카 베이징 상하이 홍콩 타이베이 방콕 하노이 마닐라 자카르타 런던 파리 \
베를린 뮌헨 로마 밀라노 베네치아 피렌체 마드리드 바르셀로나 리스본 빈/비엔나 프라하 부다페스트 암스테르담 브뤼셀 취리히 모스크바 뉴욕 워싱턴 시카고 보스턴 로스앤젤레스 샌프란시스코 시애틀 \
밴쿠버/벤쿠버 토론토 시드니 멜버른 카이로 이스탄불 두바이
아시아 유럽 아프리카 북미/북아메리카 남미/남아메리카 오세아니아
액체 기체 고체
지상 지하 공중 수중
육군 해군 공군 해병대";

/// A word as a member of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Member {
    kind: u16,
    number: u16,
    /// Said in this sense nearly always.
    plain: bool,
}

/// Key of a word → what it is a member of.
type Members = FxHashMap<String, Vec<Member>>;

static MEMBERS: LazyLock<Members> = LazyLock::new(|| {
    let mut map = Members::default();
    let mut kind = 0;
    for (list, korean) in [(ENGLISH, false), (KOREAN, true)] {
        for line in list.lines() {
            kind += 1;
            let loose = line.strip_prefix("~ ");
            for (number, forms) in (0_u16..).zip(loose.unwrap_or(line).split_whitespace()) {
                let plain = loose.is_none() && !forms.starts_with('~');
                for form in forms.trim_start_matches('~').split('/') {
                    let key = if korean { korean_stem(form).to_owned() } else { english_stem(form) };
                    // A Korean syllable alone is a piece of too many words.
                    let plain = plain && (!korean || key.chars().count() > 1);
                    map.entry(key).or_default().push(Member { kind, number, plain });
                }
            }
        }
    }
    map
});

fn members(word: &Word<'_>) -> &'static [Member] {
    if matches!(word.script, Script::Hangul | Script::Latin) {
        MEMBERS.get(word.key.as_str()).map_or(&[], Vec::as_slice)
    } else {
        &[]
    }
}

/// Whether two words are forms or synonyms of one member.
fn same(one: &Word<'_>, two: &Word<'_>) -> bool {
    members(one).iter().any(|x| members(two).iter().any(|y| x.kind == y.kind && x.number == y.number))
}

/// A lost word and a new one that are of one kind and not the same member of it.
#[must_use]
pub fn exchanged<'c>(change: &'c Change<'_>) -> Option<(&'c Word<'c>, &'c Word<'c>)> {
    for b in change.lost.iter().filter(|word| !members(word).is_empty()) {
        for a in &change.new {
            let kin = |x: &Member| members(a).iter().any(|y| x.kind == y.kind);
            if members(b).iter().any(kin) && !same(b, a) {
                return Some((b, a));
            }
        }
    }
    None
}

/// Whether one of the words names a thing of a plain sense without a synonym among the others.
#[must_use]
pub fn names_another(words: &[&Word<'_>], others: &[&Word<'_>]) -> bool {
    words.iter().any(|word| {
        members(word).iter().any(|member| member.plain) && !others.iter().any(|other| same(word, other))
    })
}
