//! The sets of opposites, and which of them are complementary or uneven.

/// English opposites, sets one a line, sides apart by `/`: words as they are written, with all forms that a key does
/// not join.
pub(super) const ENGLISH: &str = "
win wins won winning winner victory ~earn ~received ~award ~champion ~title ~beat ~beaten ~prize ~medal ~trophy ~gold ~elected \
    / lose loses lost losing loser defeat ~defeated ~eliminated ~ousted ~beaten ~runner ~forced ~resigned
increase increases increasing rise rises rose risen rising raise raised raises raising grow grows grew grown growing growth climb \
    climbed climbing soar soared surge surged jump jumped expand expanded gain gained boost boosted up ~more ~higher ~greater ~larger \
    ~bigger ~longer ~double ~tripled ~add ~addition ~extra ~upward ~hike ~hikes \
    / decrease decreases decreasing fall falls fell fallen falling drop drops dropped dropping decline declines declining reduce reduces \
    reduced reducing reduction cut cuts cutting lower lowers lowered lowering shrink shrinks shrank shrunk plunge plunged slump slumped slip slipped slips \
    dip dipped slide slid tumble tumbled sink sank shrinking down ~less ~fewer ~smaller ~shorter ~halved ~halve ~slash ~slashed ~minus ~downward ~loss ~lost
high higher highest ~expensive ~costly ~top ~peak ~tall ~elevated ~great ~large ~most ~more ~over ~above ~increase ~rise / low lower lowest ~bottom ~little \
    ~cheap ~cheaper ~free ~affordable ~inexpensive ~minimal ~small ~least ~less ~under ~below ~decrease ~reduce ~fall
more ~additional ~extra ~further ~greater ~higher ~increase ~increased ~improve ~improved ~strengthen ~enhance ~most ~many ~much ~worse ~better \
    / less fewer ~little ~few ~reduced ~lower ~barely ~hardly
improve improves improved improving improvement better ~boost ~enhance ~strengthen ~recover / worsen worsens worsened worsening worse \
    deteriorate deteriorated ~decline ~weaken
positive positively favourable favorable ~good ~benefit ~beneficial ~improve ~success ~advantage ~reward ~praise ~happy \
    / negative negatively adverse unfavourable unfavorable ~bad ~harm ~harmful ~poor ~risk ~downside ~downsides ~drawback ~drawbacks \
    ~concern ~concerns ~problem ~problems ~criticism ~criticisms ~damage ~danger ~fear ~fears ~anger ~suffer ~suffering
inside indoor indoors internal internally interior inner / outside outdoor outdoors external externally exterior outer
public publicly ~government ~state ~federal ~national ~municipal ~citizen ~citizens ~community ~nationwide / private privately ~individual ~personal ~corporate
accept accepted approve approved approval adopt adopted ~agree ~pass ~passed ~grant / reject rejected rejection refuse refused deny \
    denied ~veto ~vetoed ~dismiss ~failed
passes passed / rejects rejected vetoes vetoed
allow allowed permit permitted legal lawful / prohibit prohibited forbid forbade forbidden ban banned illegal unlawful
include included / exclude excluded
open opened opening ~inaugurate ~unveil ~launch ~begin ~start / close closed closing shut shutting ~end ~cease
begin begins began begun start started starting launch launched ~debut ~introduce ~introduced ~found ~founded ~establish ~established \
    ~new ~first ~initial ~initially ~kick ~opened ~since ~onset ~discover ~create ~created ~join ~joined ~enter ~entered ~beginning ~from \
    ~commence ~commenced / end ended ends ending finish finished stop stopped ~final ~last ~close ~closed ~retire ~retired ~cease ~ceased \
    ~cancel ~conclude ~concluded ~quit ~leave
before prior beforehand ~until ~till ~earlier ~previous ~previously ~ahead ~ago ~preced ~preceding ~formerly ~later ~then ~ex ~advance \
    / after following afterwards ~subsequent ~subsequently ~since ~later ~once ~upon ~when ~then ~previous ~previously ~earlier ~post ~next \
    ~result ~resulted ~succeed ~succeeded
above over exceed exceeds exceeding ~more ~higher ~greater ~top / below under beneath underneath ~less ~lower ~fewer
first ~initial ~initially ~debut ~earliest ~inaugural ~original ~originally ~new ~begin ~beginning ~start ~opening \
    / last final latest ~end ~closing ~recent ~lastly
larger largest bigger biggest greater greatest ~big ~large ~most ~more ~huge ~major / smaller smallest ~small ~little ~tiny ~least ~minor \
    ~less
longer longest ~long ~more ~extend ~extended / shorter shortest ~short ~brief ~less
older oldest elder eldest ~old ~aged ~senior / younger youngest ~young ~junior
stronger strongest ~strong ~power ~powerful / weaker weakest ~weak
faster fastest quicker ~fast ~quick ~quickly ~rapid ~rapidly / slower slowest ~slow ~slowly
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
support supported supports supporting favour favor favoured ~back ~backed ~backing ~endorse ~endorsed ~agree ~advocate ~suggest ~show ~confirm ~consistent \
    / oppose opposed opposes opposing against ~reject ~rejected ~critic ~criticise ~protest ~object ~disagree ~contest
agree agreed / disagree disagreed
remember remembered / forget forgot forgotten
supply / demand
input / output
upload / download
asset assets / liability liabilities
profit profits / loss losses
surplus / deficit
revenue income / expense expenses expenditure
attack offence offense offensive / defence defense defensive
entrance / exit
ascend climb / descend
expand expanded widen widened / contract contracted narrow narrowed shrink
strengthen strengthened / weaken weakened
accelerate accelerated / slow slowed decelerate decelerated
appreciate appreciated / depreciate depreciated
optimistic / pessimistic
common frequent frequently commonly / rare infrequent rarely infrequently
major / minor
senior / junior
permanent / temporary
mandatory compulsory obligatory / optional voluntary
domestic / foreign overseas
active / inactive passive
true / false
correct / incorrect wrong
valid / invalid void
effective / ineffective
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
acute / chronic
benign / malignant
solid / liquid / gas gaseous
wholesale / retail
fixed / variable
gross / net
debit / credit
prepaid / postpaid
shortage / surplus excess
absorb absorbs absorbed / emit emits emitted release releases released
inhale inhaled / exhale exhaled
undergraduate / graduate postgraduate
likely / unlikely
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
keep keeps kept stay stays stayed remain remains remained retain retained / remove removes removed delete deletes deleted discard discarded
multiply multiplied / divide divided
confirm confirmed / deny denied refute refuted
praise praised / criticise criticised criticize criticized
withdraw withdrew withdrawn / deposit deposited
appoint appointed / dismiss dismissed
extend extended extension prolong prolonged / shorten shortened
written writing / oral orally verbal verbally
beforehand advance / afterwards afterward
join joined joins enter entered / leave left leaves
most / least
maximum / minimum
sooner earlier / later
online / offline
indoors / outdoors
convict convicted / acquit acquitted
uphold upheld ~confirmed ~affirmed / overturn overturned quash quashed struck ~reversed
promote promoted promotion / demote demoted demotion
sign signed / terminate terminated
arrest arrested / release released
dawn sunrise / dusk sunset
";

/// Korean opposites by how words begin, whole words with a full stop behind.
pub(super) const KOREAN: &str = "
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
과거 예전 옛날 / 현재 지금 요즘 / 미래
개선 호전 / 악화
절상 / 절하
급증 급등 반등 / 급감 급락 폭락
순조 원활 / 어려움 난항
상위 / 하위
선행 / 후행
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
내야 납부해야 납부하여야 부담해야 부담하여야 / 면제
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
빨간 빨강 붉은 적색 / 노란 노랑 황색 / 초록 녹색 / 파란 파랑 청색 / 검은 검정 흑색 / 하얀 흰색 백색
켜 켠 켰 켜져 켜진 켜졌 켜지 켜집 / 끄 끈 껐 꺼 꺼져 꺼진 꺼졌 꺼지 꺼집
열려 열린 열릴 열어 열고 열면 연다 여는 / 닫혀 닫힌 닫힐 닫아 닫고 닫으 닫는다 닫는
길수록 길어질수록 / 짧을수록 짧아질수록
많을수록 많아질수록 / 적을수록 적어질수록
높을수록 높아질수록 / 낮을수록 낮아질수록
클수록 커질수록 / 작을수록 작아질수록
웃돌 웃돈 상회 / 밑돌 밑돈 하회 미치지
인상 / 동결 유지
계속해 계속하 / 중단 중지
올라가 올라갔 오르막 / 내려가 내려갔 내리막
들어가 들어갔 들어오 들어왔 / 나가 나갔 나오 나왔
참석 출석 / 불참 결석
연장 / 단축
늘어나 늘어났 늘었 늘어 / 단축
늘리 늘린 늘릴 / 감하 감한 감할 경감
향상 / 저하
증원 증액 증설 증산 / 감원 감액 감축 감산
상향 / 하향
우세 / 열세
정규 / 비정규
정기 / 임시
상근 / 비상근
유급 / 무급
유상 / 무상
유효 / 무효
성공 / 실패
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
전자 / 후자
필요 / 불필요
공식 / 비공식
정상 / 비정상
적격 / 부적격
적합 / 부적합
적법 합법 / 위법 불법
동의 / 이의
가결 통과 승인 수락 / 부결 거부 반려 거절
인수 / 매각
무죄 / 유죄
낙관 / 비관
호평 / 혹평
환영 / 반발
입국 / 출국
개방 / 폐쇄
개관 개장 / 휴관 휴장
사전 미리 / 사후
우수 양호 / 불량 저조
가산 / 차감 공제 삭감
서면 / 구두
재학 / 휴학
성년 / 미성년
의무 / 선택
확정 / 파기
식전 / 식후
회복 완치 / 사망 악화
팽창 / 수축
확장 / 수축 축소
양성 / 음성
양전하 / 음전하
양극 / 음극
산성 / 염기성 알칼리
급성 / 만성
선천 / 후천
흡수 / 방출 배출
가열 / 냉각
증발 / 응결
선불 / 후불
왕복 / 편도
기혼 / 미혼
상장 / 비상장
내국인 / 외국인
국산 / 수입산 외국산
호재 / 악재
강세 / 약세
순매수 / 순매도
합헌 / 위헌
수시 / 정시
주관식 / 객관식
직영 / 위탁
북반구 / 남반구
밀물 / 썰물
일출 / 일몰
철회 / 강행
합의 타결 / 결렬
등록 / 말소
지정 설정 / 해제
체결 / 해지 파기
착공 기공 / 준공 완공
상한 / 하한
가동 / 중단
먼저 / 나중
흔하 흔히 흔한 자주 빈번 / 드물 드문
음의. 음적 / 양의.
벗기 벗긴 / 씌우 씌운 덮
";

/// The two sides of a relation, both of which mostly are spoken of.
pub(super) const ROLES: &str = "
teacher / student pupil
doctor / patient
employer / employee
buyer / seller
landlord / tenant
lender creditor / borrower debtor
plaintiff / defendant
full / part
bachelor / master / doctoral doctorate phd
ally friend / enemy foe
원고 / 피고
임대인 / 임차인
채권자 / 채무자
매도인 / 매수인
교사 교수 강사 / 학생
의사 / 환자
사용자 고용주 / 근로자
판매자 / 구매자
본인 / 타인
부모 / 자녀
아버지 부친 / 어머니 모친 / 아들 / 딸
남편 / 아내
상사 / 부하
";

/// Numbers and dates that are no values, or not always.
pub(super) const NUMBERS: &str = "
first / second / third / fourth / fifth / sixth / seventh / eighth / ninth / tenth / eleventh / twelfth / twentieth
one single / two both double twice / three triple thrice
million / billion / trillion / thousand / hundred
half / quarter
daily / weekly / monthly / quarterly / annual annually yearly
day / week / month / year / decade / century
hour / minute / second
첫. 첫째 첫번째 / 둘째 두번째 두. / 셋째 세번째 세. / 넷째 네번째 네. / 다섯째 다섯. / 여섯째 여섯. / 일곱째 일곱. / 여덟째 여덟.
매일 / 매주 / 매월 매달 / 매년 해마다 / 매분기 분기마다 / 격일 / 격주 / 격월 / 격년
주. 주당 / 월. 월당 / 연. 연간 / 일. 일당
once / twice / thrice
초순 상순 / 중순 / 하순
초반 / 중반 / 후반
절반 반. / 전부 전액
월요일 / 화요일 / 수요일 / 목요일 / 금요일 / 토요일 / 일요일
월. / 화. / 수. / 목. / 금. / 토.
";

/// First words of the sets with sides of which one always holds: what is not open is closed, while what does not rise
/// need not fall.
pub(super) const COMPLEMENTARY: &[&str] = &[
    "passes",
    "pass",
    "valid",
    "effective",
    "enable",
    "online",
    "remember",
    "stable",
    "allow",
    "include",
    "open",
    "inside",
    "public",
    "mandatory",
    "domestic",
    "true",
    "correct",
    "possible",
    "visible",
    "complete",
    "alive",
    "present",
    "odd",
    "employed",
    "합격",
    "유효",
    "성공",
    "정규",
    "유급",
    "유상",
    "필요",
    "공식",
    "정상",
    "적격",
    "적합",
    "적법",
    "성년",
    "참석",
    "홀수",
    "유죄",
    "살아",
    "공개",
    "가능",
    "합법",
    "유료",
    "의무",
    "포함",
    "허용",
    "열리",
];

/// First words of the sets of two whose first side is said far more often: what is high, grows, comes first, succeeds or is
/// allowed. In the sets of `docs/BENCHMARKS.md` English claims have such a word 851 times, and one of the other side 371.
pub(super) const UNEVEN: &[&str] = &[
    "win", "increase", "high", "more", "improve", "positive", "inside", "public", "accept", "allow",
    "include", "open", "begin", "above", "first", "larger", "longer", "older", "stronger", "faster",
    "support", "좋", "크다", "많", "높", "길", "넓", "빠르", "성공", "시작", "찬성", "강화", "확대", "오르",
    "상승", "최초", "최대", "승리", "허용", "포함", "이상", "흑자", "긍정", "개선", "합격", "승인", "가결",
];
