//! What DETAIL promises, by kind: form that is form, and form that is not. The pairs are read both ways only where both
//! must not be DETAIL.

use super::{Around, Category, patches, patches_in, riskiest};
use stet_text::span::Span;

fn categories(pairs: &[(&str, &str)], wanted: impl Fn(Category) -> bool) -> Vec<String> {
    let got = |before: &str, after: &str| riskiest(&patches(before, after));
    let wrong = pairs.iter().filter(|(before, after)| !wanted(got(before, after)));
    wrong.map(|(before, after)| format!("{before} → {after}: {:?}", got(before, after))).collect()
}

#[test]
fn form() {
    let wrong = categories(
        &[
            ("The long term plan works.", "The long-term plan works."),
            ("He recieved the letter.", "He received the letter."),
            ("They definately agreed with the goverment.", "They definitely agreed with the government."),
            ("She likes alot of books.", "She likes a lot of books."),
            ("We dont know the answer.", "We don't know the answer."),
            ("The dog lost it's way , again.", "The dog lost it's way, again."),
            ("on monday we meet Anna.", "On Monday we meet Anna."),
            ("They was at home.", "They were at home."),
            ("However we stayed at home.", "However, we stayed at home."),
            ("I  saw the the bird.", "I saw the bird."),
            ("할수있는 일을 한다.", "할 수 있는 일을 한다."),
            ("안되요 라고 말했다.", "안돼요 라고 말했다."),
            ("쌀 대긴에 빵을 샀다.", "쌀 대신에 빵을 샀다."),
            ("그 사람은 사과을 먹었다.", "그 사람은 사과를 먹었다."),
            ("성공율이 높다.", "성공률이 높다."),
            ("학교 에서 친구를 만났다.", "학교에서 친구를 만났다."),
            ("내일 갈께요.", "내일 갈게요."),
            ("먹지마라.", "먹지 마라."),
            ("일을 끝낸뒤 쉬었다.", "일을 끝낸 뒤 쉬었다."),
            ("왠지 않 좋은 날이다.", "왠지 안 좋은 날이다."),
            ("학생로서 할 일이다.", "학생으로서 할 일이다."),
            ("It costs 1000 euros.", "It costs 1,000 euros."),
            ("We can not leave.", "We cannot leave."),
            ("She did'nt come.", "She didn't come."),
            ("An 18 year old boy came.", "An 18-year-old boy came."),
            ("It is a non-linear model.", "It is a nonlinear model."),
            ("She lives in the UK now.", "She lives in the U.K. now."),
            ("He called it \"new\" twice.", "He called it 'new' twice."),
            ("밥을 안먹었다.", "밥을 안 먹었다."),
            ("책상위에 책이 있다.", "책상 위에 책이 있다."),
            ("갈 수 있을 지 모른다.", "갈 수 있을지 모른다."),
            ("역에서 만나기로했다.", "역에서 만나기로 했다."),
            ("커피 두잔을 마셨다.", "커피 두 잔을 마셨다."),
            ("여러가지 일을 했다.", "여러 가지 일을 했다."),
        ],
        |category| category == Category::Detail,
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn form_that_says_something() {
    let pairs = [
        ("Open /srv/app/tmp at night.", "Open /srv/app /tmp at night."),
        ("Send report-final.docx today.", "Send report final.docx today."),
        ("Ask @min-su today.", "Ask @ min-su today."),
        ("암호는 xy.zw 이다.", "암호는 xy zw 이다."),
        ("pool\topen\t", "pool\t\topen"),
        ("item    mon    tue\npool    open", "item    mon    tue\npool           open"),
        ("## Old rules\n\nNo dogs.", "Old rules\n\nNo dogs."),
        ("We [do not] agree.", "We do not agree."),
        ("Price: 20* now", "Price: 20 now"),
        ("Balance: —5", "Balance: -5"),
        ("Call *** now.", "Call now."),
        ("Signed: ____ here", "Signed: here"),
        ("You may **not** park.", "You may not park."),
        ("부산 시장을 만났다.", "부산시장을 만났다."),
        ("한 가지 색이다.", "한가지 색이다."),
        ("큰 집에 산다.", "큰집에 산다."),
        ("| Do not enter. Without a pass you pay |", "| Do not enter without a pass. You pay |"),
        ("Deposits:\n\nNone for guests.", "Deposits: None for guests."),
        ("Let's eat, Grandma.", "Let's eat Grandma."),
        ("The insurer paid.", "The insured paid."),
        ("It is nowhere.", "It is now here."),
        ("Take 5 mg.", "Take 5 Mg."),
        ("일이 안 됐다.", "일이 안됐다."),
        ("서류를 결재했다.", "서류를 결제했다."),
        ("- The company is profitable", "- The company was profitable"),
        ("- No, smoking is allowed", "- No smoking is allowed"),
        ("- Staff (paid) may stay", "- Staff paid may stay"),
        ("Three hundred-dollar bills lay there.", "Three-hundred-dollar bills lay there."),
        ("Ten year-old cats came.", "Ten-year-old cats came."),
        ("The wall is 5' high.", "The wall is 5\" high."),
        ("It is bigger then that.", "It is bigger than that."),
        ("pp. 4–6", "pp. 4; 6"),
        ("pages 10–12", "pages 10, 12"),
        ("chapters 2-4", "chapters 2. 4"),
        ("3–5쪽", "3, 5쪽"),
        ("제2~4장", "제2, 4장"),
        ("However you vote, it counts.", "However, you vote, it counts."),
        ("It rained. However hard he tries, it fails.", "It rained. However, hard he tries, it fails."),
    ];
    let mut wrong = categories(&pairs, |category| category != Category::Detail);
    let back: Vec<_> = pairs.iter().map(|(before, after)| (*after, *before)).collect();
    wrong.extend(categories(&back, |category| category != Category::Detail));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_turns_a_claim() {
    let pairs = [
        ("Bring a ticket and a badge.", "Bring a ticket or a badge."),
        ("신분증과 통장을 가져온다.", "신분증이나 통장을 가져온다."),
        ("등록하고 납부한다.", "등록하거나 납부한다."),
        ("정문을 연다.", "정문을 닫는다."),
        ("그 약은 유해하다.", "그 약은 무해하다."),
        ("Smoking is permitted here.", "Smoking is forbidden here."),
        ("Prices rose last May.", "Prices fell last May."),
        ("비가 올 것이다.", "비가 올 수도 있다."),
        ("Paris hosts the games.", "Rome hosts the games."),
        ("You may leave.", "You must leave."),
        ("It is safe.", "It is not safe."),
        ("At least 5 people came.", "At most 5 people came."),
        ("5명 이상 왔다.", "5명 미만 왔다."),
        ("The cat chased the dog.", "The dog chased the cat."),
        ("It has 5 doors and 6 windows.", "It has 6 doors and 5 windows."),
        ("The price did not rise.", "The price fell."),
        ("See [1] for more.", "See [2] for more."),
        ("He said \"I go home\" twice.", "He said \"I went home\" twice."),
        ("옛 문장이다.", ""),
        // The same numbers in another order are another date, version, score or address.
        ("It is due on 03/04/2026.", "It is due on 04/03/2026."),
        ("It is due on 12.11.2026.", "It is due on 11.12.2026."),
        ("Call 555-1234 or use 1.2.3 now.", "Call 555-1234 or use 1.3.2 now."),
        ("They won 3:2 at home.", "They won 2:3 at home."),
        ("마감은 03/04/2026 이다.", "마감은 04/03/2026 이다."),
        ("마감은 12.11.2026이다.", "마감은 11.12.2026이다."),
        ("경기는 3-2로 끝났다.", "경기는 2-3으로 끝났다."),
        ("전화는 010-1234-5678이다.", "전화는 010-5678-1234이다."),
    ];
    let mut wrong = categories(&pairs, |category| category == Category::Core);
    let back: Vec<_> = pairs.iter().map(|(before, after)| (*after, *before)).collect();
    wrong.extend(categories(&back, |category| category == Category::Core));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn equal_values_change_nothing() {
    let pairs = [
        ("보름 동안 쉰다.", "15일 동안 쉰다."),
        ("The bus leaves at 3 pm.", "The bus leaves at 15:00."),
        ("It took half a year.", "It took six months."),
        ("The path is 1.2 km long.", "The path is 1,200 m long."),
        ("It opened on 3 March 2025.", "It opened on 2025-03-03."),
        ("It opens on 2026-04-03.", "It opens on 3 April 2026."),
        ("It opens on 25/12/2026.", "It opens on 2026-12-25."),
        ("2026년 12월 25일에 연다.", "25.12.2026에 연다."),
        ("A stamp costs 50 cents.", "A stamp costs $0.50."),
        ("At most 5 people came.", "Up to 5 people came."),
        ("In 2013, the firm closed.", "The firm closed in 2013."),
        ("3월 16일 정부는 회의를 열었다.", "정부는 3월 16일 회의를 열었다."),
        ("중소기업 1000개를 뽑는다.", "1,000개의 중소기업을 뽑는다."),
        ("둘이 지내기에 좋다.", "2명이 지내기에 좋다."),
        ("혁신 기업 1000 프로젝트다.", "혁신 기업 1000개 프로젝트다."),
        ("5분 안에 간다.", "5분 이내에 간다."),
    ];
    let wrong = categories(&pairs, |category| category != Category::Core);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_denied_otherwise_changes_nothing() {
    let pairs = [
        ("The shop is not open.", "The shop is closed."),
        ("불을 켜지 마라.", "불을 꺼라."),
        ("전기 난로 쓰지 말고 보일러를 켜라.", "전기 난로 대신 보일러를 켜라."),
        ("절대 늦지 마셔야 한다.", "절대 늦지 말아야 한다."),
    ];
    let wrong = categories(&pairs, |category| category == Category::Expression);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is denied is told clause by clause.
#[test]
fn a_negation_belongs_to_its_clause() {
    let pairs = [
        (
            "I am not sure, but the bridge was built by monks.",
            "I am sure, but the bridge was not built by monks.",
        ),
        ("The pool is not heated, but the sauna is open.", "The pool is heated, but the sauna is not open."),
        ("She did not call, and the shop opened.", "She did call, and the shop did not open."),
        ("수영장은 열지 않지만 사우나는 연다.", "수영장은 열지 않지만 사우나는 열지 않는다."),
        ("비는 오지 않았고 경기는 열렸다.", "비는 오지 않았고 경기는 열리지 않았다."),
        ("이유는 모르지만 다리는 수도사가 지었다.", "이유는 모르지만 다리는 수도사가 짓지 않았다."),
    ];
    let mut wrong = categories(&pairs, |category| category == Category::Core);
    let kept = [
        (
            "I am not sure, but the bridge was built by monks.",
            "I am not certain, but the bridge was built by monks.",
        ),
        ("The pool is not heated, but the sauna is open.", "The pool is not heated, yet the sauna is open."),
        ("수영장은 열지 않지만 사우나는 연다.", "수영장은 열지 않으나 사우나는 연다."),
        ("비는 오지 않았고 경기는 열렸다.", "비는 오지 않았으며 경기는 열렸다."),
    ];
    wrong.extend(categories(&kept, |category| category != Category::Core));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The category of a change does not depend on how much was selected.
#[test]
fn a_selection_is_read_in_its_sentence() {
    for (text, selection, reply) in [
        ("The company is profitable this year.", "company is", "company was"),
        ("Our policy is old. We paid the insurer on Monday.", "the insurer", "the insured"),
        ("Take 5 mg of the drug.", "5 mg", "5 Mg"),
        ("They met in May at noon.", "in May", "in may"),
        ("He is the director of the board.", "is the director", "is a director"),
        ("The free service ended.", "free", "“free”"),
        ("The students' reports were late.", "students'", "student's"),
        ("환자는 이 만 명이 넘었다.", "이 만", "이만"),
        ("Few students passed the exam.", "Few students", "A few students"),
        ("- No, smoking is allowed\n- Dogs too", "No, smoking", "No smoking"),
    ] {
        let start = text.find(selection).unwrap();
        let range = Span::new(start, start + selection.len());
        let found = patches_in(&Around::of(text, range), selection, reply);
        assert_ne!(riskiest(&found), Category::Detail, "{text}: {selection} → {reply}");
        for patch in found {
            assert_eq!(patch.range.of(selection), patch.before, "{text}");
            assert_eq!(patch.after_range.of(reply), patch.after, "{text}");
        }
    }
}

/// What is not known to say the same is another claim.
#[test]
fn another_word_is_another_claim() {
    let pairs = [
        ("The defendant was arrested in May.", "The defendant was sentenced in May."),
        ("The patient suffers from anaemia.", "The patient suffers from epilepsy."),
        ("The committee postponed the hearing.", "The committee cancelled the hearing."),
        ("The clause is void.", "The clause is voidable."),
        ("Each tenant must pay the deposit promptly.", "Each tenant must pay the deposit."),
        ("Notice must be given in writing.", "Notice must be given."),
        ("The lake is frozen.", "The lake is nearly frozen."),
        ("Applicants living in the district pay no fee.", "Applicants pay no fee."),
        ("Ms Park seconded the motion. Ms Choi left.", "Ms Choi seconded the motion. Ms Park left."),
        ("The invoice is due on 05/06/2026.", "The invoice is due on 06/05/2026."),
        (
            "**Gains**\n\n- quiet\n- light\n\n**Costs**\n\n- dear\n",
            "**Gains**\n\n- quiet\n\n**Costs**\n\n- light\n- dear\n",
        ),
        (
            "| | Open | Shut |\n|---|---|---|\n| Gate | ✓ | |\n",
            "| | Open | Shut |\n|---|---|---|\n| Gate | | ✓ |\n",
        ),
        ("You may return it within 30 days.", "You must return it within 30 days."),
        ("피고인은 기소되었다.", "피고인은 구속되었다."),
        ("환자는 빈혈을 앓고 있다.", "환자는 간염을 앓고 있다."),
        ("과태료를 감경한다.", "과태료를 유예한다."),
        ("해지는 서면으로 통지한다.", "해지는 통지한다."),
        ("호수가 거의 얼었다.", "호수가 얼었다."),
        ("관내에 사는 주민은 수수료를 내지 않는다.", "주민은 수수료를 내지 않는다."),
        ("보증인은 연대하여 채무를 진다.", "보증인은 채무를 진다."),
        ("박 이사는 안건에 동의했다. 최 이사는 퇴장했다.", "최 이사는 안건에 동의했다. 박 이사는 퇴장했다."),
    ];
    let wrong = categories(&pairs, |category| category == Category::Core);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn other_words_for_the_same_are_expression() {
    let pairs = [
        ("In order to apply, you need to fill in the form.", "To apply, you need to fill in the form."),
        ("Please note that the library closes at nine.", "The library closes at nine."),
        ("We decided to buy a new server.", "We decided to purchase a new server."),
        ("The team carried out an analysis of the data.", "The team analysed the data."),
        ("A large number of users reported the bug.", "Many users reported the bug."),
        ("The committee made a decision to close the site.", "The committee decided to close the site."),
        ("The proposal obtained the approval of the board.", "The proposal was approved by the board."),
        ("You can use the tool free of charge.", "You can use the tool for free."),
        ("Employees who work from home need a link.", "Staff working from home require a link."),
        ("We will look into the matter.", "We will investigate the matter."),
        (
            "The museum, which opened in 1950, is located near the river.",
            "The museum, opened in 1950, is near the river.",
        ),
        ("신청을 하기 위해서는 양식을 작성해야 한다.", "신청하려면 양식을 작성해야 한다."),
        ("우리는 새 서버를 구매하기로 했다.", "우리는 새 서버를 구입하기로 했다."),
        ("연구진은 자료에 대한 분석을 수행하였다.", "연구진은 자료를 분석하였다."),
        ("이 방법은 비용을 줄이는 것이 가능하다.", "이 방법은 비용을 줄일 수 있다."),
        ("이 기능을 통해 사용자는 글을 고칠 수 있게 된다.", "이 기능으로 사용자는 글을 수정할 수 있다."),
        ("도구는 무상으로 쓸 수 있다.", "도구는 무료로 사용할 수 있다."),
        ("제안은 이사회의 승인을 얻었다.", "이사회가 제안을 승인했다."),
        ("필터가 채워졌는지 확인한다.", "필터를 채웠는지 확인한다."),
        ("자료를 수집하여 답변드립니다.", "자료를 모아 답합니다."),
        ("그는 배를 만드는 일을 도왔다.", "그는 배를 만든 일을 도와 왔다."),
    ];
    let wrong = categories(&pairs, |category| category == Category::Expression);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
