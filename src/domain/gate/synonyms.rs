//! Korean words that say the same: another word for what the evidence says is no word that it lacks.
//!
//! Owns the groups, by how their words begin. A rough aid, not a dictionary: what stands in one group
//! need not be equal, only so near that a claim is not to be doubted for it; what is granted may be used.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Groups of beginnings of words; one group a line.
const GROUPS: &str = "
말하 말했 말한 말씀 밝혔 밝히 밝힌 전했 설명 언급 발표 얘기 이야기 주장
시작 개시 출발 착수
끝나 끝난 끝났 종료 마치고 마친 마쳤 완료 끝내
개최 열린 열렸 열리 열립 진행
만들 만든 제작 조성 제조 창출 생산
지었 지어 지은 건설 건축 세워 세운 세웠 설립
사용 이용 활용 쓰는 쓰기 썼 쓰이
필요 요구 요청
증가 늘어 늘었 늘린 상승 오르 올랐 인상 확대
감소 줄어 줄었 줄인 축소 하락 절감 인하
큰 크다 크고 컸 커다 거대 대형 대규모
작은 작다 작고 작았 소형 소규모
빠르 빠른 빨리 빨라 신속 즉시 금방
멀리 멀었 멀고 떨어져 떨어진
가깝 가까 근처 인근 인접 주변
저렴 값싼 싸고 싼
비싸 비싼 고가
좋은 좋다 좋았 좋습 좋아 좋고 훌륭 만족 멋지 멋진
나쁜 나쁘 나빴 별로 최악 형편없
예쁘 예쁜 아름답 아름다
중요 핵심 주요
어렵 어려 힘들 힘든 곤란
쉽게 쉬운 쉬웠 쉬워 쉽다 쉽습 편리 간편 간단 편하
사망 숨지 숨졌 숨진 죽은 죽었 별세
태어 출생 탄생
결혼 혼인
살해 살인 죽인 죽였
다니 다녔 재학
구매 구입 샀 매입
판매 팔았 파는 매각
방문 찾아 찾은 갔다 갔습 간다
관람 목격 지켜 봤다 봤습
참석 참가 참여 출석
선정 선발 뽑 선택 꼽
지원 도움 돕 도와 도왔 후원
금지 불허 제한
허가 허용 승인 인가
아이 어린이 아동 자녀 자식
부모 어머니 아버지 엄마 아빠
부인 아내
회사 기업 업체
직원 근로자 노동자 사원
정부 당국
금액 자금 비용 금전
주택 숙소 가정
방법 방식 수단
이유 원인 까닭
결과 성과
계획 방침 예정 전망
의견 생각 견해
호스트 주인
질문 문의
답변 응답 대답
자동차 차량
비행기 항공기
지하철 전철
나라 국가
지역 장소 구역
올해 금년
국민 시민 주민
여성 여자
남성 남자
변호사 변호인
교수 선생 교사
신문 언론 매체
전투 전쟁 싸움 싸우
분실 상실 잃
획득 취득 얻
제공 부여 지급 수여 주었 준다
부여 지급 제공 수여 받는 받을 받았 받습 사용 이용 누리
방지 예방 막
변경 전환 교체 바꾸 바꿨 바뀌 변화
보호 지키 지켰
공개 공표
조사 연구 분석
증명 입증 확인
이해 파악
싫어 혐오 경멸
기쁘 행복 즐거 즐겁
슬프 슬픈 우울
화가 분노
두려 무서 무섭 공포 걱정 우려
원하 희망 바라 바랐
가지 보유 소유 소지
위치 존재
포함 합산
연기 미루 미뤄
취소 철회
중단 멈추 멈췄 중지
지속 이어지 이어졌
날마다 매일
해마다 매년
최초 처음
함께 같이
혼자 홀로
현재 지금
최근 요즘
과거 예전 옛날
문자 글자
이름 명칭
소망 소원 꿈
고객 손님
영역 분야
청중 관객 관중
조용 고요
더럽 더러 지저분
깨끗 청결
출연 등장 나오는 나온
조금 약간
아주 매우 무척 굉장 몹시
종료 만료 만기 끝나 끝난 끝났 끝날
제출 접수 내야 내는 내고 냈 내면 내지 내도 낼 낸다 냅니
납부 납입 내야 내는 내고 냈 내면 내지 내도 낼 낸다 냅니
지급 지불 교부 준다 줍니 주어 주고 주며 주는 주지 줘야
실행 시행 실시
체포 검거
거주 살고 산다 살았
공격 습격
승리 이겼 이긴 우승
패배 졌다
";

static HEADS: LazyLock<FxHashMap<char, Vec<(&'static str, u16)>>> = LazyLock::new(|| {
    let mut heads: FxHashMap<char, Vec<(&'static str, u16)>> = FxHashMap::default();
    for (group, line) in (1_u16..).zip(GROUPS.lines().filter(|line| !line.is_empty())) {
        for word in line.split(' ') {
            if let Some(first) = word.chars().next() {
                heads.entry(first).or_default().push((word, group));
            }
        }
    }
    heads
});

/// The groups of a normalised Korean word.
pub(super) fn meanings(word: &str) -> impl Iterator<Item = u16> + Clone {
    let heads = word.chars().next().and_then(|first| HEADS.get(&first));
    heads.into_iter().flatten().filter(move |(head, _)| word.starts_with(head)).map(|&(_, group)| group)
}
