//! Groups of Korean words by their dictionary forms: what is done, said in a native or in a Sino-Korean word (`먹다`, `복용`).
//!
//! Owns the table and the beginnings that the forms of a verb have. Groups whose forms are written out are
//! [`synonyms`](super)'s.

use stet_text::FIRST_SYLLABLE;

/// One group a line. Verbs end in `다`, and all their forms count; anything else is the beginning of words.
pub(super) const GROUPS: &str = "
먹다 복용 섭취 식사 드시다
마시다 음용 섭취
끊다 중단 그만두다 멈추다 중지
쓰다 쓸 사용 이용 활용 쓰이다
찍다 촬영
재다 측정 계측
넘다 넘기다 초과 웃돌다 상회 벗어나다
밑돌다 하회 미치지 못하
타다 탑승 승차 승선
뜨다 출항 이륙 운항
운항 운행 다니다 오가다
떠나다 출발 출항
닿다 도착 도달 이르다
영업 운영 열다
첨부 붙이다 동봉
붙다 부과 물리다 매기다
개봉 뜯다 열다
중복 겹치다 겹쳐 동시
밝히다 표시 표명 나타내다 표하다
간주 본다 봅니 보며 여기다 취급
늦어지다 늦다 지연 지체 미루다 밀리다 연체 늦추다
부담 내다 물다 치르 치러 치렀 지불 납부
더하다 가산 추가 부과 보태다 덧붙이다
오류 문제 결함 버그 장애 고장
수정 고치다 바로잡다 개선 해결 해소
잘못 틀리다 오입력
입력 적다 써넣다 기입
제외 빼다 빠지다 배제 뺀
포함 들어가다 들다 넣다 담기다
강하다 세다 세어 거세다 세차다
정하다 정해지다 결정 확정
생기다 나타나다 발생 일어나다
이어지다 잇다 존속 지속 계속 유지 유효
사라지다 없어지다 소멸 소실 제거
단축 줄다 줄이다 짧아지다 감소 축소
얻다 받다 취득 획득 수령
마치다 끝내다 끝나다 완료 종료 마감
대개 대부분 대체로 보통 주로 통상
흠이 흠을 흠집 하자 결함
구매 사다 구입 매입 사들이다
병역 군복무 군대 입대
측정 재어 잰다 쟀 잴
고르다 골라 골랐 선택 선정
파고 파도 물결
조도 밝기
담당 맡다 맡기다 책임지다
유실 떠내려가다 잃다 잃어버리다
교대 번갈아 돌아가며 교대로
옮기다 이동 이전 나르다 운반
착공 기공 시작되다 첫삽
완공 준공 끝나다 완성 지어지다
열리다 개최 열다 개막
닫다 폐쇄 폐관 닫히다
나오다 참석 출석 나타나다
불참 결석 빠지다
미루다 연기 늦추다 유예 넘기다
줄이다 축소 감축 절감 삭감 감액
늘리다 늘다 확대 증액 증가 늘어나다 증대
오르다 올리다 인상 상승 높아지다 높이다
내리다 낮추다 인하 하락 낮아지다 떨어지다
돌려주다 반환 환급 돌려받다 반납 되돌려
빌리다 임차 대여 대출 빌려주다
월세 차임 임대료 임차료
매달 매월 달마다
매주 주마다
고장 망가지다 파손 손상 상하다 부서지다 깨지다
고치다 수리 수선 보수 복구
알리다 통지 통보 고지 공지 안내 공고
살펴보다 살피다 조사 검토 점검 확인
만들다 제작 제조 생성 작성 만들어지다
세우다 수립 설립 설정
없애다 폐지 제거 삭제 철폐
바꾸다 변경 바뀌다 전환 교체 변하다 달라지다 변화
쉬다 휴무 휴관 휴업 쉬는
팔다 판매 매각 팔리다
보내다 송금 발송 전송 이체 부치다
걸리다 소요
담그다 절이다
끓이다 끓다 가열 데우다
식히다 냉각 식다
얼리다 냉동 얼다
보관 두다 저장 넣어
꺼내다 건지다 빼내다
씻다 세척 닦다 세정
말리다 건조 마르다
자르다 썰다 절단 전정
섞다 혼합 배합 젓다 저어
채우다 매다 착용 장착
끼우다 장착 삽입 꽂다
켜다 작동 가동 켜지다
끄다 꺼지다 정지
작동 움직이다 돌아가다 운전 가동
멈추다 정지 중지 서다
핀다 피었 피는 피어 개화
돋다 나오다 싹트다
심다 식재 파종
기르다 사육 재배 키우다
낳다 산란 출산
품다 포란
살다 서식 거주 지내다
제공 지원 쓸
머무르다 머물다 체류 묵다 숙박
죽다 사망 숨지다 폐사
태어나다 출생 탄생
새기다 조각 음각
붙여 부착 붙이다
가라앉다 침몰
발굴 캐다 파내다 출토
찾다 발견 찾아내다
가리키다 지칭 뜻하다 의미
부르다 일컫다 칭하다 불리다
잘하다 능숙
느리다 완만
옅다 연하다
두껍다 두꺼운 두꺼워
얕다 얕아
무너지다 붕괴 허물어지다
이기다 승리 꺾다 물리치다
지켜보다 관찰 관측
묻다 질의 문의
따지다 판단 평가
뽑다 선발 선출 추첨
맺다 체결 계약
어기다 위반 위배
지키다 준수 이행
따르 따라 따랐 준수 의거
미치다 영향 끼치다
돕다 도와 지원 보조
막다 방지 예방 차단
풀다 해제 해지
잠그다 잠기다 폐쇄 차단 잠금
깨다 파기 해약
늘어나다 증가 증대 불어나다
모자라다 부족 미달
남다 잔여 남아 나머지
나머지 잔액 잔금
앞당기다 단축 조기
미리 사전 먼저 앞서
곧바로 즉시 바로 곧장
이듬해 다음해 내년
이전 종전 기존
이후 후속 다음 향후 추후
현재 지금 현행
교체 갈아 바꿔
주워 수거 줍다
나눠주다 배포 배부 나누어
거두다 징수 걷다 수금
갚다 상환 변제
꾸다 차입
쌓다 적립 누적 쌓이다
쓸모 용도 쓰임
임신부 임산부 임부
수유부 수유
아이 어린이 아동 소아 유아
노인 고령자 어르신 노년
의사 의료진 전문의
증상 증세
부작용 이상반응
열이 발열 체온
통증 아프다 아픔
두통 머리가
설사 배탈
어지러움 현기증 어지럼
피부 살갗
크기 규모 면적
값이 가격 요금
품삯 임금 노임 삯
일꾼 인부 노동자 인력
까닭 이유 원인 배경 때문 덕분
결과 성과 효과
비중 비율 차지
주가 주당
매출 매출액
이익 수익 흑자
손실 적자
업체 기업 회사
누리집 홈페이지 웹사이트 사이트
전자우편 이메일 메일
휴대전화 핸드폰 휴대폰
내려받다 다운로드
올리다 업로드 게시 등록
지우다 삭제 제거
저장 보관 기록
되살리다 복원 복구 되돌리다
판이 버전 판본
갱신 업데이트 새로
설치 깔다
권장 추천 권하다
알림 통지 푸시
비밀번호 암호 패스워드
화면 창이 디스플레이
자료 데이터 정보 문서
바닷가 해변 해안
산꼭대기 정상
겨울을 월동 겨울
휴식 쉬다
무료 공짜 무상 받지
유료 돈을
위쪽 상단 위에
아래쪽 하단 아래에
앞쪽 전면
뒤쪽 뒷면 후면
가운데 중앙 중심 중간
둘레 주위 주변
몸집 덩치 크기
무게 중량 몸무게
길이 기장
빛깔 색깔 색상 색이
붉다 빨갛다 빨간 빨갛게 적색 붉은색
푸르다 파랗다 파란 청색
희다 하얗다 하얀 흰색 흰
검다 까맣다 까만 검정 흑색
가득 꽉 만수
재개 다시 재시작
함께 같이 동시
각각 각자 따로
약 가량 정도 대략 쯤
빼다 공제 차감 제하다
취소 해제 해약 철회
채우다 채워 충족
배상 변상 보상
이루다 달성 성취 이룩
머물다 살다 거주 체류
내세우다 제시 주장 제안
매매 사고파 사고팔 거래
겸직 겸임 겸하다
변동 변화 달라지다 바뀌다 바뀐
세지다 강해지다 강화
넘기다 제공 양도 건네다 이양
지나다 경과 끝나다 만료
지체 즉시 곧바로 당장
관람료 입장료
주된 주요 핵심 중심
저항성 내성
반복 되풀이 거듭 계속
조달 마련 확보
상담 상의 의논 협의
사유 사정 이유 까닭
귀책 과실 잘못 실수 탓으로 책임
저절로 자동
발급 교부 떼다
위약금 해약금
고의 일부러
부상 상해 다치다
지원금 보조금
연결 꽂다
분리 떼다
투여 복용 쓰다
간격 사이
동반 함께 데리다
예약 예매
휴직 쉬다
참가자 참여자 참석자
승객 탑승객
입주민 거주자 주민
점포 가게 상점 매장
병원 의료기관
직장 일터 사업장
기온 온도
가뭄 건조
물체 물건
서면 문서
구두 말로
무단 허락
상속 물려받다
양육 기르다 키우다 돌보다
출산 낳다
혼잡 붐비다 복잡
단속 적발
견본 샘플
후불 나중
선불 미리
정원 인원
초과 넘치다
대체 대신
보완 보충 메우다
침해 해치다
훼손 손상 망가뜨리다
은닉 숨기다 감추다
누설 유출 새다
수령 받다 찾아가
인도 넘겨주다 건네다
체납 연체 밀리다
독촉 재촉
면담 만나다 상담
소요 걸리다 들다
저하 떨어지다 낮아지다
향상 나아지다 좋아지다 높아지다 개선
악화 나빠지다
완화 누그러지다 줄어들다 덜하다
촉진 빠르게 앞당기다
억제 막다 줄이다
유발 일으키다 초래
기인 때문 비롯
잔류 남다
투입 들이다 쏟다
배출 내보내다 내놓다 버리다
흡수 빨아들이다
분포 퍼지다
집중 몰리다
우세 많다 앞서다
열세 밀리다 뒤지다
전체 전국 전부
절차 과정
종전 예전 기존
받는 받을 받았 받습 받고 받게 준다 줍니 주어 주고 주며 지급
";

/// The consonants that forms of a verb add to its last syllable, by their numbers among the finals.
const NIEUN: u32 = 4;
const RIEUL: u32 = 8;
const BIEUP: u32 = 17;
const SSANG_SIOT: u32 = 20;

/// What may follow a stem of one syllable: alone it begins too many words.
const BEHIND_OPEN: &str = "고며면는지던려게기거니므";
const BEHIND_CLOSED: &str = "고는은을으지던게기거도자아어았었습";
const BEHIND_RIEUL: &str = "고며면지던려게기거도자아어았었";
const BEHIND_VOWEL: &str = "서야";

/// Forms of such verbs that are nouns, too.
const NOUNS: &[&str] = &[
    "사고", "사면", "사기", "사서", "사지", "재고", "재기", "세기", "세면", "내면", "내기", "타고", "타지",
    "타기", "쓰기", "서기", "서고", "보고", "주기", "주거", "두고", "끄기", "켜기",
];

/// Vowels by their numbers, and those of which the second is the first contracted with `아` or `어`.
const A: u32 = 0;
const O: u32 = 8;
const EU: u32 = 18;
const CONTRACTED: [(u32, u32); 5] = [(20, 6), (13, 14), (8, 9), (11, 10), (EU, 4)];

/// A Hangul syllable in parts.
#[derive(Debug, Clone, Copy)]
struct Syllable {
    initial: u32,
    vowel: u32,
    last: u32,
}

impl Syllable {
    fn of(ch: char) -> Option<Self> {
        let code = u32::from(ch).checked_sub(FIRST_SYLLABLE).filter(|code| *code < 19 * 21 * 28)?;
        Some(Self { initial: code / (21 * 28), vowel: code / 28 % 21, last: code % 28 })
    }

    fn with(self, vowel: u32, last: u32) -> char {
        char::from_u32(FIRST_SYLLABLE + (self.initial * 21 + vowel) * 28 + last).unwrap_or_default()
    }

    fn ending_in(self, last: u32) -> char {
        self.with(self.vowel, last)
    }
}

/// Adds what the words that an entry stands for begin with, each behind a space.
pub(super) fn beginnings(entry: &str, out: &mut String) {
    let stem = entry.strip_suffix('다').filter(|stem| !stem.is_empty());
    let parts = stem.and_then(|stem| {
        let last = stem.chars().next_back()?;
        Some((stem, stem.get(..stem.len() - last.len_utf8())?, Syllable::of(last)?))
    });
    let Some((stem, head, last)) = parts else {
        out.push(' ');
        out.push_str(entry);
        return;
    };
    let short = head.is_empty();
    let mut add = |end: char, behind: &str| {
        out.push(' ');
        out.push_str(head);
        out.push(end);
        out.push_str(behind);
    };
    let each = |add: &mut dyn FnMut(char, &str), end: char, list: &str| {
        let is_noun = |ch: char| NOUNS.iter().any(|noun| noun.chars().eq([end, ch]));
        let fit = list.char_indices().filter(|&(_, ch)| !is_noun(ch));
        fit.for_each(|(at, ch)| add(end, list.get(at..at + ch.len_utf8()).unwrap_or_default()));
    };
    let own = last.ending_in(last.last);
    if last.last == 0 || last.last == RIEUL {
        // `팔다`: `파는`, `판다`, `팝니다`.
        add(last.ending_in(BIEUP), "니");
        add(last.ending_in(NIEUN), if short { "다" } else { "" });
    }
    if last.last != 0 {
        if last.last == RIEUL {
            add(last.ending_in(0), "는");
        }
        match (short, last.last == RIEUL) {
            (true, true) => each(&mut add, own, BEHIND_RIEUL),
            (true, false) => each(&mut add, own, BEHIND_CLOSED),
            (false, _) => add(own, ""),
        }
        return;
    }
    if short {
        each(&mut add, own, BEHIND_OPEN);
    } else {
        add(last.ending_in(RIEUL), "");
        add(own, "");
    }
    let before = head.chars().next_back().and_then(Syllable::of);
    let bright = before.is_some_and(|before| matches!(before.vowel, A | O));
    if stem.ends_with('르')
        && let Some(before) = before
    {
        // `고르다`: `골라`, `골랐다`.
        let start = head.get(..head.len() - '르'.len_utf8()).unwrap_or_default();
        for end in if bright { ["라", "랐"] } else { ["러", "렀"] } {
            out.push(' ');
            out.push_str(start);
            out.push(before.ending_in(RIEUL));
            out.push_str(end);
        }
        return;
    }
    let vowel = match CONTRACTED.iter().find(|pair| pair.0 == last.vowel) {
        Some((EU, _)) if bright => A,
        Some((_, vowel)) => *vowel,
        None => last.vowel,
    };
    add(last.with(vowel, SSANG_SIOT), "");
    if short {
        each(&mut add, last.with(vowel, 0), BEHIND_VOWEL);
    } else {
        add(last.with(vowel, 0), "");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_verb_begin_like_this() {
        for (entry, forms) in [
            ("이어지다", &["이어집니다", "이어졌다", "이어지는", "이어진", "이어질"][..]),
            ("먹다", &["먹고", "먹습니다", "먹었다", "먹는", "먹으면"]),
            ("팔다", &["파는", "팝니다", "판다", "팔고", "팔았다"]),
            ("고르다", &["고른", "골라", "골랐다", "고르면"]),
            ("쓰다", &["쓴다", "씁니다", "썼다", "써야", "쓰지"]),
            ("옮기다", &["옮긴", "옮겨", "옮겼다", "옮깁니다"]),
            ("만들다", &["만드는", "만든", "만듭니다", "만들어"]),
            ("지연", &["지연", "지연되었다"]),
        ] {
            let mut list = String::new();
            beginnings(entry, &mut list);
            for form in forms {
                assert!(list.split_whitespace().any(|head| form.starts_with(head)), "{form}: {list}");
            }
        }
        let mut list = String::new();
        beginnings("사다", &mut list);
        assert!(list.split_whitespace().all(|head| !"사람".starts_with(head) && !"산업".starts_with(head)));
    }
}
