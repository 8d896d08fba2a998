use super::*;

const ROOMS: (&str, &str) = (
    "Room | Seats | Projector | Fee (euros)",
    "| Room | Seats | Projector | Fee (euros) |\n| --- | --- | --- | --- |\n| Heron | 30 | yes | 45 |\n| Gull | 12 | no | 20 |\n\
     | Tern | 45 | yes | 90 |\n| Total | 87 | | 155 |",
);
const OFFICES: (&str, &str) = (
    "번호 | 지점 | 여는 시각 | 닫는 시각 | 주차 | 소재지",
    "| 1 | 가람점 | 8:30 | 17:00 | 가능 | 북구 |\n| 2 | 나루점 | 9:00 | 18:00 | 불가 | 남구 |\n| 3 | 다솔점 | 10:00 | 21:00 | 가능 | 북구 |",
);
const DISHES: (&str, &str) =
    ("메뉴 | 가격 | 단가/그램", "| 국수 | 9,000원 | 20원 |\n| 찜 | 12,000원 | 30원 |\n| 탕 | 15,000원 | - |");
const YEARS: (&str, &str) = (
    "Year | Grey geese | White geese | Total geese | Employees",
    "| 2019 | 120 | 80 | 200 | 4 |\n| 2020 | 130 | 90 | 220 | 7 |\n| 2021 | 110 | 95 | 205 | 9 |",
);
const TOOLS: (&str, &str) = (
    "Tool | Place | State",
    "| Saw 1 | Hall A | ok |\n| Saw 2 | Hall A | broken |\n| Drill 3 | Hall C | ok |",
);
const STAFF: (&str, &str) =
    ("강사 | 과목 | 나이", "| 윤서 | 수학 | 41 |\n| 도현 | 수학 | 35 |\n| 나래 | 체육 | 29 |");
const WORKS: (&str, &str) = (
    "Name | Built | Cost",
    "| Old bridge | 1911 | 3 million euros |\n| North mill | 1934 | 1.2 million euros |\n| New mill | 1998 | - |",
);

/// What is asked, the names of the rows that meet it, and of how many.
fn asked(question: &str, (head, text): (&str, &str), above: &[&str]) -> Option<(Asks, Vec<String>, usize)> {
    let table = Table::new(head, [text]);
    let found = Wanted::new(question)?.of(&table, above, "harbour.md")?;
    let name = |at: usize| {
        let own: Vec<&str> = cells(table.rows[at].line).unwrap().map(str::trim).collect();
        own[usize::from(own[0].len() == 1)].to_owned()
    };
    Some((found.asks, found.rows.into_iter().map(name).collect(), found.of))
}

#[test]
fn rows_are_counted_and_compared() {
    for (question, table, asks, rows) in [
        ("How many rooms are there?", ROOMS, Asks::All, &["Heron", "Gull", "Tern"][..]),
        ("How many rooms have a projector?", ROOMS, Asks::Some, &["Heron", "Tern"]),
        ("Which rooms have no projector?", ROOMS, Asks::Some, &["Gull"]),
        ("Which rooms have more than 20 seats?", ROOMS, Asks::Some, &["Heron", "Tern"]),
        ("Which rooms have at least 45 seats?", ROOMS, Asks::Some, &["Tern"]),
        ("What is the cheapest room?", ROOMS, Asks::Lowest, &["Gull"]),
        ("Which room with a projector has the lowest fee?", ROOMS, Asks::Lowest, &["Heron"]),
        ("Which rooms cost 50 euros or more?", ROOMS, Asks::Some, &["Tern"]),
        ("Which rooms have more than 100 seats?", ROOMS, Asks::Some, &[]),
        ("9시 전에 여는 지점은?", OFFICES, Asks::Some, &["가람점"]),
        ("6시 이후에 닫는 지점은 몇 곳인가요?", OFFICES, Asks::Some, &["나루점", "다솔점"]),
        ("지점은 모두 몇 개야?", OFFICES, Asks::All, &["가람점", "나루점", "다솔점"]),
        ("주차되는 지점은?", OFFICES, Asks::Some, &["가람점", "다솔점"]),
        ("주차가 안 되는 지점은?", OFFICES, Asks::Some, &["나루점"]),
        ("가장 늦게 닫는 지점은 어디예요?", OFFICES, Asks::Highest, &["다솔점"]),
        ("9시보다 늦게 여는 지점은?", OFFICES, Asks::Some, &["다솔점"]),
        ("9시부터 여는 지점은?", OFFICES, Asks::Some, &["나루점", "다솔점"]),
        ("북구에 있는 지점은 몇 곳이야?", OFFICES, Asks::Some, &["가람점", "다솔점"]),
        ("10,000원 이하인 메뉴는?", DISHES, Asks::Some, &["국수"]),
        ("가장 비싼 메뉴는?", DISHES, Asks::Highest, &["탕"]),
        ("Which year had the most white geese?", YEARS, Asks::Highest, &["2021"]),
        ("How many years had more than 200 total geese?", YEARS, Asks::Some, &["2020", "2021"]),
        ("How many years had more than 5 employees?", YEARS, Asks::Some, &["2020", "2021"]),
        ("35세보다 나이가 많은 강사는?", STAFF, Asks::Some, &["윤서"]),
        ("How many tools are in Hall A?", TOOLS, Asks::Some, &["Saw 1", "Saw 2"]),
        ("How many tools in Hall A are ok?", TOOLS, Asks::Some, &["Saw 1"]),
        ("Which tools are broken?", TOOLS, Asks::Some, &["Saw 2"]),
        ("수학 강사는 몇 명이야?", STAFF, Asks::Some, &["윤서", "도현"]),
        ("나이가 가장 많은 사람은?", STAFF, Asks::Highest, &["윤서"]),
        ("Which is the oldest mill?", WORKS, Asks::Lowest, &["Old bridge"]),
    ] {
        let above: &[&str] = if table == WORKS { &["Works", "List of mills"] } else { &[] };
        let want = (asks, rows.iter().map(|row| (*row).to_owned()).collect(), 3);
        assert_eq!(asked(question, table, above), Some(want), "{question}: {:?}", Wanted::new(question));
    }
}

#[test]
fn what_is_not_certain_is_not_answered() {
    for (question, table) in [
        // Of one row, of another column, of things that no word of the table says.
        ("How many seats has the Gull room?", ROOMS),
        ("How many seats do the rooms have?", ROOMS),
        ("How many projectors do the rooms have?", ROOMS),
        ("Which rooms were painted before 2020?", ROOMS),
        ("Which rooms are open before 9?", ROOMS),
        ("Which rooms have more than 20 kg?", ROOMS),
        ("Which rooms have a projector or 30 seats?", ROOMS),
        ("Which rooms do not have a projector?", ROOMS),
        ("Which room is the best?", ROOMS),
        ("What is the total fee of the rooms?", ROOMS),
        ("How many boats are there?", ROOMS),
        ("Which rooms cost more than the Gull room?", ROOMS),
        ("How many tools were breaking?", TOOLS),
        ("지점은 몇 시에 여나요?", OFFICES),
        ("10시 전에 출발하는 지점은?", OFFICES),
        ("직원이 가장 많은 지점은?", OFFICES),
        ("큰 지점은 몇 곳이야?", OFFICES),
        ("8시에서 10시 사이에 여는 지점은?", OFFICES),
        ("지점은 언제 닫나요?", OFFICES),
        ("지점은 몇 명이야?", OFFICES),
        ("지점은 몇 대야?", OFFICES),
        ("지점은 몇 개월이야?", OFFICES),
        ("지점은 몇 개까지 되나요?", OFFICES),
        ("학생은 몇 명이야?", STAFF),
    ] {
        assert_eq!(asked(question, table, &[]), None, "{question}");
    }
    let rooms = ROOMS.1;
    for (from, to) in
        [("| 12 |", "| twelve or so |"), ("| Gull |", "| |"), ("Gull", "Heron"), ("| no |", "| no | x |")]
    {
        let text = rooms.replace(from, to);
        assert_eq!(asked("How many rooms have more than 10 seats?", (ROOMS.0, &text), &[]), None, "{to}");
    }
}

#[test]
fn a_single_row_answers_no_comparison() {
    let (head, row) = ("Room | Seats | Fee (euros)", "| Gull | 12 | 20, over 10 hours 15 |");
    for (question, want) in [
        ("How many seats has the Gull room?", true),
        ("How many rooms have 12 seats?", false),
        ("What is the fee of the Gull room over 10 hours?", true),
        ("Which rooms have more than 12 seats?", false),
        ("Which is the cheapest room?", false),
        ("Which rooms cost more than the Gull room?", false),
        ("갈매기실보다 비싼 방은?", false),
        ("Which rooms have no projector?", false),
    ] {
        let may = Wanted::new(question).is_none_or(|own| own.may_be_of_row(head, row));
        assert_eq!(may, want, "{question}");
    }
}
