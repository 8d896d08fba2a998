//! The graph of what sources speak of: what is in it, what leads back to passages, what goes with a source, and the modes of a search.

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Row as _};

use crate::support::server::Server;

const PERSONNEL: &str = "교원인사규정\n\n제1조(목적) 이 규정은 교원의 인사에 관한 사항을 정한다.\n\n\
    제2조(임용) 교원은 교원인사위원회의 심의를 거쳐 총장이 임용한다.\n\n\
    제3조(휴직) “휴직”이란 교원의 신분을 가지고 직무에 종사하지 아니하는 것을 말한다. 휴직은 3년을 넘지 못한다.\n\n\
    제4조(심의) 교원인사위원회는 재적위원 과반수의 찬성으로 의결한다.\n";
const STAFF: &str = "직원인사규정\n\n제1조(목적) 이 규정은 직원의 인사에 관한 사항을 정한다.\n\n\
    제2조(휴가) 직원에게 연 15일의 휴가를 준다.\n\n\
    제7조(준용) 직원의 신분에 관하여는 「교원인사규정」 제3조를 준용한다. 총장은 이를 알린다.\n";
const CLUB: &str = "The Harbour Rowing Club keeps six boats. The Harbour Rowing Club is led by the Board of Captains.\n\n\
    The Board of Captains meets in May. Dues are paid to the Harbour Rowing Club by the end of June.\n";

async fn server() -> (Server, [String; 3]) {
    let mut server = Server::start(None, |_| ()).await;
    let personnel = server.ingest("personnel.txt", PERSONNEL).await;
    let staff = server.ingest("staff.txt", STAFF).await;
    let club = server.ingest("club.txt", CLUB).await;
    server.state.ingest.read_graph().await.unwrap();
    (server, [personnel, staff, club])
}

async fn entity(server: &Server, words: &str) -> Value {
    let found = entities(server, words).await;
    found.first().cloned().unwrap_or_else(|| panic!("{words} is not in the graph"))
}

async fn entities(server: &Server, words: &str) -> Vec<Value> {
    let (status, body) = server.get(&format!("/api/graph/entities?query={words}")).await;
    assert_eq!(status, 200, "{body}");
    body["entities"].as_array().unwrap().clone()
}

async fn around(server: &Server, entity: &Value) -> Value {
    let (status, body) = server.get(&format!("/api/graph/entities/{}", entity["id"].as_str().unwrap())).await;
    assert_eq!(status, 200, "{body}");
    body
}

async fn search(server: &Server, mode: &str, query: &str) -> (String, Vec<String>) {
    let (status, body) = server.post("/api/search", &json!({ "query": query, "mode": mode })).await;
    assert_eq!(status, 200, "{body}");
    let told = body["hits"].as_array().unwrap().iter().map(|hit| {
        let article = &hit["article"];
        format!(
            "{}{}",
            article["regulation"].as_str().unwrap_or_default(),
            article["number"].as_str().unwrap_or_default()
        )
    });
    (body["mode"].as_str().unwrap().to_owned(), told.collect())
}

#[tokio::test]
async fn entities_lead_to_the_passages_that_speak_of_them() {
    let (server, [personnel, staff, _]) = server().await;
    let term = entity(&server, "휴직").await;
    assert_eq!((term["name"].as_str(), term["kind"].as_str()), (Some("휴직"), Some("term")));
    assert!(term["description"].as_str().unwrap().contains("직무에 종사하지"), "{term}");
    let body = around(&server, &entity(&server, "교원인사위원회").await).await;
    assert_eq!(body["passages"], 2, "{body}");
    assert!(
        body["evidence"].as_array().unwrap().iter().all(|passage| passage["documentId"] == *personnel),
        "{body}"
    );
    // The article of one document that another refers to is one entity, spoken of in both.
    let article = entities(&server, "교원인사규정%20제3조").await;
    let article = article.iter().find(|own| own["name"] == "교원인사규정 제3조").unwrap();
    let body = around(&server, article).await;
    let referring =
        body["relations"].as_array().unwrap().iter().find(|own| own["label"] == "refers_to").unwrap();
    assert_eq!(
        (&referring["direction"], &referring["entity"]["name"]),
        (&json!("in"), &json!("직원인사규정 제7조"))
    );
    let documents: Vec<&str> =
        body["evidence"].as_array().unwrap().iter().map(|own| own["documentId"].as_str().unwrap()).collect();
    assert_eq!(documents, [personnel.as_str(), staff.as_str()]);
    let club = entity(&server, "harbour%20rowing").await;
    assert_eq!((club["name"].as_str(), club["kind"].as_str()), (Some("Harbour Rowing Club"), Some("name")));
    let (status, body) = server.get("/api/graph/entities?limit=0").await;
    assert_eq!((status, body["field"].as_str()), (400, Some("limit")), "{body}");
    assert_eq!(server.get("/api/graph/entities/00000000-0000-0000-0000-000000000000").await.0, 404);
    assert_eq!(server.get("/api/graph/entities/none").await.0, 404);
}

#[tokio::test]
async fn what_only_a_deleted_or_replaced_source_says_goes_with_it() {
    let (mut server, [personnel, staff, club]) = server().await;
    server.client.delete(server.url(&format!("/api/sources/{club}"))).send().await.unwrap();
    assert!(entities(&server, "harbour").await.is_empty());
    // What the other still refers to stays, with the passages that are left.
    server.client.delete(server.url(&format!("/api/sources/{personnel}"))).send().await.unwrap();
    assert!(entities(&server, "교원인사위원회").await.is_empty());
    let article = entity(&server, "교원인사규정%20제3조").await;
    let body = around(&server, &article).await;
    assert!(body["evidence"].as_array().unwrap().iter().all(|own| own["documentId"] == *staff), "{body}");
    let newer = server.ingest("staff.txt", &STAFF.replace("교원인사규정", "인사특례규정")).await;
    server.state.ingest.read_graph().await.unwrap();
    let left = entities(&server, "교원인사규정").await;
    assert!(left.iter().all(|own| !own["name"].as_str().unwrap().contains("교원인사규정")), "{left:?}");
    let body = around(&server, &entity(&server, "인사특례규정").await).await;
    assert!(body["evidence"].as_array().unwrap().iter().all(|own| own["documentId"] == *newer), "{body}");
}

#[tokio::test]
async fn modes_find_what_hangs_together_and_say_what_ran() {
    let (server, _) = server().await;
    // Which articles refer to another: none of the words of the question stands in them but the reference.
    let (ran, found) = search(&server, "local", "교원인사규정 제3조를 준용하는 규정은?").await;
    assert_eq!(ran, "local");
    assert_eq!(found.first().map(String::as_str), Some("직원인사규정제7조"), "{found:?}");
    let (ran, found) = search(&server, "global", "교원의 임용").await;
    assert_eq!((ran.as_str(), found.first().map(String::as_str)), ("global", Some("교원인사규정제2조")));
    for mode in ["hybrid", "mix"] {
        let (ran, found) = search(&server, mode, "교원인사위원회는 어떻게 의결하나요?").await;
        assert_eq!(ran, mode);
        assert_eq!(found.first().map(String::as_str), Some("교원인사규정제4조"), "{mode}: {found:?}");
    }
    // Which rules refer to a whole regulation: they stand first, not its own articles.
    for mode in ["local", "hybrid", "mix"] {
        let (_, found) = search(&server, mode, "교원인사규정을 준용하는 다른 규정의 조문은?").await;
        assert_eq!(found.first().map(String::as_str), Some("직원인사규정제7조"), "{mode}: {found:?}");
    }
    // What it refers to itself, and what it says, are other questions.
    let (_, found) = search(&server, "local", "교원인사규정 제3조에 따라 휴직은 몇 년까지인가요?").await;
    assert_eq!(found.first().map(String::as_str), Some("교원인사규정제3조"), "{found:?}");
    // Nothing of it is in the graph.
    let (ran, _) = search(&server, "local", "보증금은 얼마인가요?").await;
    assert_eq!(ran, "naive");
    let body = json!({ "question": "교원인사위원회는 어떻게 의결하나요?", "mode": "local" });
    let (status, told) = server.post("/query/verified", &body).await;
    assert_eq!((status, told["mode"].as_str()), (200, Some("local")), "{told}");
    assert!(told["original_answer"].as_str().unwrap().contains("과반수"), "{told}");
}

#[tokio::test]
async fn english_rules_that_refer_to_another_stand_first() {
    let mut server = Server::start(None, |_| ()).await;
    let leave = "# Leave Rules\n\nArticle 1 (Purpose) These rules govern the leave of staff.\n\n\
        Article 2 (Length) Leave lasts at most thirty days.\n\nArticle 3 (Asking) Leave is asked for in writing.\n";
    let travel = "# Travel Rules\n\nArticle 1 (Purpose) These rules govern travel on duty.\n\n\
        Article 2 (Time) Days on the way back are no leave.\n\n\
        Article 3 (Form) Article 3 of the Leave Rules holds for the form as well.\n";
    server.ingest("leave.md", leave).await;
    server.ingest("travel.md", travel).await;
    server.state.ingest.read_graph().await.unwrap();
    for question in
        ["Which articles refer to the Leave Rules?", "In which rules is Article 3 of the Leave Rules cited?"]
    {
        let (ran, found) = search(&server, "local", question).await;
        assert_eq!((ran.as_str(), found.first().map(String::as_str)), ("local", Some("Travel Rules제3조")));
    }
    let (_, found) = search(&server, "local", "Which articles do the Leave Rules refer to?").await;
    assert_ne!(found.first().map(String::as_str), Some("Travel Rules제3조"), "{found:?}");
}

async fn drawn(server: &Server, query: &str) -> Value {
    let (status, body) = server.get(&format!("/api/graph/neighbourhood?{query}")).await;
    assert_eq!(status, 200, "{body}");
    body
}

fn names(body: &Value) -> Vec<&str> {
    body["entities"].as_array().unwrap().iter().map(|own| own["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn what_is_around_an_entity_is_drawn_by_steps_and_bounded() {
    let (server, _) = server().await;
    let article = entity(&server, "교원인사규정%20제3조").await;
    let id = article["id"].as_str().unwrap();
    let near = drawn(&server, &format!("entity={id}")).await;
    assert_eq!(names(&near)[0], article["name"].as_str().unwrap());
    assert!(names(&near).contains(&"직원인사규정 제7조"), "{near}");
    assert!(!names(&near).contains(&"직원인사규정"), "two steps away: {near}");
    let wide = drawn(&server, &format!("entity={id}&depth=2")).await;
    assert!(names(&wide).contains(&"직원인사규정") && wide["truncated"] == false, "{wide}");
    // Every relation is one between two that are drawn, and leads to passages.
    let ids: Vec<&Value> = wide["entities"].as_array().unwrap().iter().map(|own| &own["id"]).collect();
    let relations = wide["relations"].as_array().unwrap();
    assert!(relations.iter().any(|own| own["label"] == "refers_to"));
    for relation in relations {
        assert!(ids.contains(&&relation["source"]) && ids.contains(&&relation["target"]), "{relation}");
        let passage = relation["chunkIds"][0].as_str().unwrap();
        assert_eq!(server.get(&format!("/api/chunks/{passage}")).await.0, 200);
    }
    let few = drawn(&server, &format!("entity={id}&depth=2&limit=2")).await;
    assert_eq!((names(&few).len(), &few["truncated"]), (2, &json!(true)), "{few}");
    for (query, status) in [
        ("", 400),
        (&*format!("entity={id}&messageId={id}"), 400),
        (&*format!("entity={id}&depth=3"), 400),
        ("entity=00000000-0000-0000-0000-000000000000", 404),
        ("messageId=00000000-0000-0000-0000-000000000000", 404),
    ] {
        let (told, body) = server.get(&format!("/api/graph/neighbourhood?{query}")).await;
        assert_eq!(told, status, "{query}: {body}");
    }
}

#[tokio::test]
async fn an_answer_shows_what_the_passages_that_it_cites_speak_of() {
    let (server, _) = server().await;
    let told = server.ask("graph", "교원인사위원회는 어떻게 의결하나요?").await;
    let id = told.of("start")[0]["messageId"].as_str().unwrap().to_owned();
    let body = drawn(&server, &format!("messageId={id}")).await;
    let cited: Vec<Value> = told.metadata()["references_table"]
        .as_array()
        .unwrap()
        .iter()
        .map(|own| own["chunk_id"].clone())
        .collect();
    assert!(!cited.is_empty() && names(&body).contains(&"교원인사위원회"), "{body}");
    assert!(!names(&body).contains(&"Harbour Rowing Club"), "{body}");
    // Each is led to by a cited passage: one that speaks of it, or says how it hangs together with another.
    let led = |own: &Value| cited.contains(&own["chunkIds"][0]);
    for own in body["entities"].as_array().unwrap() {
        let mut related = body["relations"].as_array().unwrap().iter();
        let is_end = |relation: &Value| [&relation["source"], &relation["target"]].contains(&&own["id"]);
        assert!(led(own) || related.any(|relation| is_end(relation) && led(relation)), "{own}");
    }
}

#[tokio::test]
async fn the_graph_goes_out_whole_in_two_forms() {
    let (mut server, _) = server().await;
    let hostile = "“<b>Harm & Co</b>” means harm to the <b>Harm & Co</b>.\n";
    server.ingest("hostile.txt", hostile).await;
    server.state.ingest.read_graph().await.unwrap();
    let (_, whole) = server.get("/api/graph").await;
    let count = |body: &Value, part: &str| body[part].as_array().unwrap().len();
    let (_, listed) = server.get("/api/graph/entities?limit=200").await;
    assert_eq!(count(&whole, "entities"), count(&listed, "entities"));
    // Relations come page after page, each once.
    let (mut after, mut ids) = (String::new(), Vec::new());
    loop {
        let (status, page) = server.get(&format!("/api/graph/relations?limit=5{after}")).await;
        assert_eq!(status, 200, "{page}");
        let Some(last) = page["relations"].as_array().unwrap().last() else { break };
        after = format!("&after={}", last["id"].as_str().unwrap());
        ids.extend(page["relations"].as_array().unwrap().iter().map(|own| own["id"].clone()));
    }
    let all: Vec<Value> =
        whole["relations"].as_array().unwrap().iter().map(|own| own["id"].clone()).collect();
    assert_eq!(ids, all);
    let (_, referring) = server.get("/api/graph/relations?label=refers_to").await;
    assert!(referring["relations"].as_array().unwrap().iter().all(|own| own["label"] == "refers_to"));
    assert_eq!(server.get("/api/graph/relations?label=knows").await.0, 400);
    let response = server.client.get(server.url("/api/graph?format=graphml")).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/graphml+xml");
    let xml = response.text().await.unwrap();
    assert_eq!(xml.matches("<node ").count(), count(&whole, "entities"));
    assert_eq!(xml.matches("<edge ").count(), all.len());
    assert!(xml.contains("Harm &amp; Co") && !xml.contains("<b>") && xml.ends_with("</graphml>\n"), "{xml}");
    // The command line writes the same.
    let folder = tempfile::tempdir().unwrap();
    let export = |name: &str| {
        let file = folder.path().join(name);
        let mut command = crate::cli::stet();
        command.env("DATABASE_URL", server.database.url()).args(["graph", "export"]).arg(&file);
        let output = command.output().unwrap();
        (output.status.code(), std::fs::read_to_string(file), String::from_utf8(output.stderr).unwrap())
    };
    let json = server.client.get(server.url("/api/graph")).send().await.unwrap().text().await.unwrap();
    for (name, text) in [("graph.graphml", &xml), ("그래프.json", &json)] {
        let (code, written, told) = export(name);
        assert_eq!((code, written.ok().as_ref()), (Some(0), Some(text)), "{name}: {told}");
    }
    let (code, written, told) = export("graph.csv");
    assert!(code == Some(2) && written.is_err(), "{code:?}");
    assert!(told.contains(".graphml") && told.contains(".json"), "{told}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing half written is left");
    // No entity is drawn as anything but text, and a key of another workspace sees nothing of it (isolation.rs).
    assert_eq!(server.get("/api/graph?format=csv").await.0, 400);
}

/// Entities that share no words, with some relations each.
const LARGE: &str = "
    insert into graph_entities (id, workspace_id, key, name, kind, aliases, words, passage_count)
    select gen_random_uuid(), (select workspace_id from rag_chunks limit 1), 'made' || i, 'made ' || i, 'name', array['also' || i],
        array['word' || i, 'term' || i], i % 7 from generate_series(1, 20000) i;
    insert into graph_relations (id, workspace_id, source_id, target_id, label)
    select gen_random_uuid(), a.workspace_id, a.id, b.id, (array['refers_to', 'part_of', 'with'])[1 + k]
    from (select *, row_number() over (order by id) as at from graph_entities) a cross join generate_series(0, 2) k
    join (select *, row_number() over (order by id) as at from graph_entities) b on b.at = (a.at * 31 + k * 7) % 20000 + 1;
    insert into graph_evidence (chunk_id, workspace_id, entity_id)
    select (select id from rag_chunks limit 1), workspace_id, id from graph_entities where key like 'made%';
    insert into graph_evidence (chunk_id, workspace_id, relation_id)
    select (select id from rag_chunks offset 1 limit 1), workspace_id, id from graph_relations;
    analyze";

/// However large the graph is, no statement that a question or a document waits for looks through all of it.
#[tokio::test]
async fn no_statement_looks_through_the_whole_graph() {
    let statements = [
        include_str!("../../src/store/sql/entities_about.sql"),
        include_str!("../../src/store/sql/entities_most.sql"),
        include_str!("../../src/store/sql/entities_named.sql"),
        include_str!("../../src/store/sql/entities.sql"),
        include_str!("../../src/store/sql/entities_said.sql"),
        include_str!("../../src/store/sql/graph_leg.sql"),
        include_str!("../../src/store/sql/insert_entities.sql"),
        include_str!("../../src/store/sql/neighbourhood.sql"),
        include_str!("../../src/store/sql/neighbours.sql"),
        include_str!("../../src/store/sql/nodes.sql"),
        include_str!("../../src/store/sql/referring.sql"),
        include_str!("../../src/store/sql/relations_among.sql"),
        include_str!("../../src/store/sql/settle_entities.sql"),
        include_str!("../../src/store/sql/theme_leg.sql"),
        include_str!("../../src/store/sql/theme_passages.sql"),
    ];
    let (server, _) = server().await;
    let mut connection = server.database.options().connect().await.unwrap();
    sqlx::raw_sql(LARGE).execute(&mut connection).await.unwrap();
    // Twenty thousand are read through in a moment; what is asked here is whether an index serves where they are more.
    sqlx::query("set enable_seqscan = off").execute(&mut connection).await.unwrap();
    // The plan for any values. `explain (generic_plan)` says it, too, but not before PostgreSQL 16.
    sqlx::query("set plan_cache_mode = force_generic_plan").execute(&mut connection).await.unwrap();
    for statement in statements {
        let values = (1..).take_while(|number| statement.contains(&format!("${number}"))).map(|_| "null");
        let values = values.collect::<Vec<_>>().join(", ");
        let prepare = format!("deallocate all; prepare looked_at as {statement}");
        sqlx::raw_sql(AssertSqlSafe(prepare)).execute(&mut connection).await.unwrap();
        let explain = format!("explain execute looked_at ({values})");
        let plan: Vec<String> = sqlx::raw_sql(AssertSqlSafe(explain))
            .fetch_all(&mut connection)
            .await
            .unwrap()
            .iter()
            .map(|row| row.get(0))
            .collect();
        // An index in which only the workspace is looked up gives all of it; in the order of that index a page is taken from it.
        let is_whole = |line: &String| {
            let whole = ["Index Cond: (workspace_id = $1)", "Index Cond: (e.workspace_id = $1)"];
            ["entities", "relations", "evidence"]
                .iter()
                .any(|table| line.contains(&format!("Seq Scan on graph_{table}")))
                || whole.contains(&line.trim())
        };
        let pages =
            statement.contains("order by e.passage_count desc, e.key") && !statement.contains("shared");
        let scans: Vec<&String> = plan.iter().filter(|line| is_whole(line)).collect();
        assert!(scans.is_empty() || pages, "{scans:?}\n{statement}\n{}", plan.join("\n"));
    }
}
