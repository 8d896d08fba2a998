//! The Korean text of everything that clap prints from the doc comments of the verbs.

use stet_terminal::korean::Texts;

/// Descriptions of commands, of arguments, and the names of values.
pub(super) const TEXTS: Texts = &[
    // Commands.
    (
        "Answers with checked citations, and edits that never quietly change what a text says",
        "확인한 인용만 보여 주는 답변, 글의 뜻을 몰래 바꾸지 않는 고쳐쓰기",
    ),
    (
        "Serve the page and the API on <http://127.0.0.1:8787>",
        "화면과 API를 <http://127.0.0.1:8787> 에서 엽니다",
    ),
    (
        "Ask a question of your sources; the answer streams to the terminal",
        "출처에 대해 묻습니다. 답변은 쓰이는 대로 터미널에 나옵니다",
    ),
    (
        "Say afterwards what was done for the answer: each step, its time, what it decided, the size of the prompt",
        "답변을 위해 한 일을 끝에 보여 줍니다: 단계마다 걸린 시간과 결정, 프롬프트의 크기",
    ),
    (
        "Take in documents: TXT, Markdown, PDF, HTML, DOCX, HWPX, HWP",
        "문서를 출처로 들여옵니다: TXT, Markdown, PDF, HTML, DOCX, HWPX, HWP",
    ),
    (
        "Make the sources what a folder holds: adds, replaces and removes; exits 1 when a file failed",
        "출처를 폴더와 같게 만듭니다: 더하고 바꾸고 지웁니다. 실패한 파일이 있으면 1로 끝납니다",
    ),
    (
        "Serve agents as an MCP server over standard input and output: search, ask, verify, classify, lint",
        "표준 입출력으로 에이전트에게 MCP 서버가 됩니다: 찾기, 묻기, 대조, 바뀐 것 나누기, 규칙 보기",
    ),
    (
        "Serve editors as a language server over standard input and output: rules, spelling, citations against sources",
        "표준 입출력으로 편집기에 언어 서버가 됩니다: 규칙, 맞춤법, 출처와 인용 대조",
    ),
    (
        "A pack's file or folder, or the id of one that comes with Stet; may be given several times",
        "묶음 파일이나 폴더, 또는 Stet에 들어 있는 묶음의 id. 여러 번 쓸 수 있습니다",
    ),
    (
        "File or folder to check against [default: the folder `sources` beside a text or in the folder that is open]",
        "대조할 파일이나 폴더 [기본값: 글 옆이나 열린 폴더의 `sources` 폴더]",
    ),
    (
        "Check against sources only when the editor asks, not whenever a text is saved",
        "저장할 때마다가 아니라 편집기가 청할 때만 출처와 대조합니다",
    ),
    (
        "Settings of Vale to go by, where no pack is named [default: the `.vale.ini` in the folder of a text or above it]",
        "묶음을 주지 않았을 때 따를 Vale 설정 [기본값: 글 위의 `.vale.ini` 파일]",
    ),
    (
        "Print what completes commands and flags in a shell",
        "셸에서 명령과 옵션을 완성해 주는 글을 출력합니다",
    ),
    ("Bash, elvish, fish, powershell or zsh", "bash, elvish, fish, powershell, zsh 가운데 하나"),
    ("Write manual pages", "매뉴얼 페이지를 씁니다"),
    (
        "Where to [default: the page of stet to standard output]",
        "쓸 폴더 [기본값: stet의 페이지를 표준 출력으로]",
    ),
    ("List, show and remove sources", "출처를 늘어놓고 보고 지웁니다"),
    ("What the sources speak of, and how it hangs together", "출처에 나오는 것들과 그 관계"),
    (
        "Write the graph of what the sources speak of into a file",
        "출처에 나오는 것들의 그래프를 파일로 씁니다",
    ),
    ("Every source with its version and date", "모든 출처와 그 판, 날짜"),
    ("One source with all its versions", "출처 하나와 그 모든 판"),
    ("Remove sources for good, with all their versions", "출처를 모든 판과 함께 아주 지웁니다"),
    ("Search the sources", "출처에서 찾습니다"),
    ("Split text into sentences", "글을 문장으로 나눕니다"),
    (
        "Check a text against sources; exits 1 when it is not verified",
        "글을 출처와 대조합니다. 확인되지 않으면 1로 끝납니다",
    ),
    (
        "Turn a text into another form: DOCX, ODT, HTML, Markdown",
        "글을 다른 형식으로 바꿉니다: DOCX, ODT, HTML, Markdown",
    ),
    ("The file to read: DOCX, ODT, HTML, Markdown, TXT", "읽을 파일: DOCX, ODT, HTML, Markdown, TXT"),
    (
        "The file to write; its ending says the form: docx, odt, html, md",
        "쓸 파일. 형식은 확장자를 따릅니다: docx, odt, html, md",
    ),
    (
        "Works that the text cites by key (`[@key]`): BibTeX, BibLaTeX, CSL-JSON; several times for several",
        "글이 키로 인용하는 문헌([@key]): BibTeX, BibLaTeX, CSL-JSON. 여럿이면 여러 번 씁니다",
    ),
    (
        "The citation style: apa, chicago-author-date, chicago-notes, ieee, mla, vancouver, korean; that of the text's language when left out",
        "인용 양식: apa, chicago-author-date, chicago-notes, ieee, mla, vancouver, korean. 적지 않으면 글의 언어를 따릅니다",
    ),
    (
        "The language of citations and of their list, ko or en; the text's own when left out",
        "인용과 참고문헌의 언어, ko나 en. 적지 않으면 글의 언어를 따릅니다",
    ),
    (
        "Show what changed between two texts, sorted by how much it can hurt",
        "두 글 사이에 바뀐 곳을 위험한 것부터 보여 줍니다",
    ),
    ("The writer's rules: import packs, check texts", "글쓰기 규칙: 묶음을 들여오고 글을 검사합니다"),
    (
        "Store a pack: JSON, YAML, a Vale style folder or its ZIP. A pack of the same name gets a new version",
        "규칙 묶음을 저장합니다: JSON, YAML, Vale 스타일 폴더나 그 ZIP. 이름이 같은 묶음은 새 판이 됩니다",
    ),
    (
        "Check texts against packs; exits 1 when a rule is broken",
        "글들이 규칙 묶음을 지키는지 봅니다. 어긴 규칙이 있으면 1로 끝납니다",
    ),
    (
        "Fit what is learned from rows, by `stet-lab` beside this program",
        "자료에서 배운 가중치를 맞춥니다. 이 프로그램 곁의 `stet-lab`이 합니다",
    ),
    (
        "Measure accuracy on development data, by `stet-lab` beside this program",
        "정답이 있는 자료로 정확도를 잽니다. 이 프로그램 곁의 `stet-lab`이 합니다",
    ),
    ("What `stet-lab` is given", "`stet-lab`에 넘길 인자"),
    ("ARGUMENTS", "인자"),
    ("The model that finds by meaning", "뜻으로 찾는 모델"),
    ("Fetch the model that finds by meaning (91 MB, once)", "뜻으로 찾는 모델을 받습니다(91MB, 한 번)"),
    (
        "Say which model is found, and where; exits 1 when there is none",
        "어떤 모델이 어디에 있는지 말합니다. 없으면 1로 끝납니다",
    ),
    (
        "Keys that open the service: make, list, rotate and revoke them",
        "서비스를 여는 키: 만들고, 보고, 바꾸고, 폐기합니다",
    ),
    (
        "Make a key; it is shown once. A workspace that is named is made when there is none",
        "키를 만듭니다. 키는 한 번만 보여 드립니다. 적은 작업 공간이 없으면 새로 만듭니다",
    ),
    ("List the keys with their scopes, expiry and last use", "키와 그 권한, 기한, 마지막 사용을 보여 줍니다"),
    (
        "Put a new key in the place of another; the old one is good for a while",
        "새 키로 바꿉니다. 앞의 키도 얼마 동안 쓸 수 있습니다",
    ),
    (
        "Forget every key of every workspace, so that nobody need show one: only where others do not reach the port",
        "모든 작업 공간의 키를 잊어 키 없이 쓰게 합니다. 남이 포트에 닿지 않는 곳에서만 쓰세요",
    ),
    (
        "Make a key good for nothing, within seconds on every node",
        "키를 폐기합니다. 몇 초 안에 모든 서버에서 막힙니다",
    ),
    (
        "Even where no other administrator's key is good without an expiry",
        "기한 없이 쓸 수 있는 다른 관리 키가 없어도 폐기합니다",
    ),
    (
        "Workspaces, each with sources, drafts, conversations and keys of its own: list, make, rename, delete them",
        "작업 공간: 출처, 초안, 대화, 키를 따로 둡니다. 보고, 만들고, 이름을 바꾸고, 지웁니다",
    ),
    ("List the workspaces with what each holds", "작업 공간과 그 안에 든 것을 보여 줍니다"),
    ("Make a workspace", "작업 공간을 만듭니다"),
    (
        "Give a workspace another name; grants of accounts (`STET_OIDC_GRANTS`) go by names",
        "작업 공간의 이름을 바꿉니다. 계정의 권한(`STET_OIDC_GRANTS`)은 이름을 따르니 함께 고쳐 주세요",
    ),
    (
        "Delete a workspace for good: sources, files, pictures, drafts, conversations, rules and keys",
        "작업 공간을 출처, 파일, 그림, 초안, 대화, 규칙, 키까지 아주 지웁니다",
    ),
    ("The private database", "전용 데이터베이스"),
    (
        "Say whether it runs, where, and how to connect; exits 1 when it does not run",
        "켜져 있는지, 어디에 있는지, 어떻게 연결하는지 알려 줍니다. 꺼져 있으면 1로 끝납니다",
    ),
    ("Stop it, unless a running Stet uses it", "멈춥니다. 실행 중인 Stet이 쓰고 있으면 그대로 둡니다"),
    // Arguments.
    (
        "Settings file [default: stet.toml, when it is there]",
        "설정 파일 [기본값: stet.toml, 그 파일이 있을 때]",
    ),
    (
        "Folder of the private database and its tools [default: .stet]",
        "전용 데이터베이스와 그 도구를 두는 폴더 [기본값: .stet]",
    ),
    (
        "A PostgreSQL with pgvector to use instead of a private one",
        "전용 데이터베이스 대신 쓸 PostgreSQL(pgvector 필요)",
    ),
    (
        "Address to bind; anything but loopback needs `STET_API_KEY` or `STET_OIDC_ISSUER` [default: 127.0.0.1]",
        "기다릴 주소. 이 컴퓨터 밖에서 닿는 주소는 `STET_API_KEY`나 `STET_OIDC_ISSUER`가 있어야 엽니다 [기본값: 127.0.0.1]",
    ),
    (
        "TCP port; 0 lets the system choose [default: 8787]",
        "TCP 포트. 0이면 시스템이 고릅니다 [기본값: 8787]",
    ),
    (
        "Workspace by its name, for verbs that read or change what is stored [default: default]",
        "저장된 것을 읽거나 바꿀 작업 공간의 이름 [기본값: 처음부터 있는 것]",
    ),
    ("Name of the workspace", "작업 공간의 이름"),
    ("The new name", "새 이름"),
    ("Delete it without typing its name", "이름을 적지 않고 지웁니다"),
    (
        "Also where a source is being read, or an answer or a revision being written",
        "출처를 읽거나 답변이나 고쳐쓰기를 쓰고 있어도 지웁니다",
    ),
    ("What it is for; decisions and the audit log name it", "쓰임새. 결정과 감사 기록에 이 이름이 남습니다"),
    (
        "What it may do: read, ask, write or admin, each with those before it [default: write]",
        "할 수 있는 일: read(읽기), ask(묻기), write(쓰기), admin(관리). 뒤의 것은 앞의 것을 포함합니다 [기본값: write]",
    ),
    ("Days until it expires [default: never]", "쓸 수 있는 날수 [기본값: 기한 없음]"),
    ("Its id or the beginning that `list` shows", "키의 id, 또는 `list`가 보여 주는 앞부분"),
    (
        "Hours in which the old key is good beside the new one [default: 24]",
        "앞의 키를 새 키와 함께 쓸 수 있는 시간 [기본값: 24]",
    ),
    ("The question", "질문"),
    ("Release a sentence only after the model layer has judged it", "모델까지 확인한 문장만 보여 줍니다"),
    (
        "Files, folders whose documents are taken in, or addresses of the web (`https://…`), each read once as it is now",
        "들여올 파일, 들여올 문서가 든 폴더, 또는 웹 주소(`https://…`). 주소는 지금 있는 그대로 한 번 읽습니다",
    ),
    ("Folder whose documents are to be the sources", "출처가 될 문서가 든 폴더"),
    ("Go on, and take over every change until Ctrl-C", "Ctrl-C를 누를 때까지 바뀌는 대로 따라갑니다"),
    (
        "Project that new sources belong to, made where there is none of that name",
        "새 출처가 속할 프로젝트. 그 이름의 프로젝트가 없으면 만듭니다",
    ),
    ("Only say what would be done", "무엇을 할지 보여 주기만 합니다"),
    ("Name, path or id of a source", "출처의 이름, 경로나 id"),
    ("Names, paths or ids of sources", "출처들의 이름, 경로나 id"),
    ("What to search for", "찾을 말"),
    ("Passages to show [default: 10]", "보여 줄 구절 수 [기본값: 10]"),
    (
        "One {\"id\", \"query\", \"topK\"} a line in, one {\"id\", \"hits\"} a line out",
        "한 줄에 {\"id\", \"query\", \"topK\"} 하나를 받아 {\"id\", \"hits\"} 한 줄을 냅니다",
    ),
    ("Text file [default: standard input]", "글 파일 [기본값: 표준 입력]"),
    (
        "One {\"id\", \"text\"} or {\"id\", \"deltas\"} a line in, one {\"id\", \"sentences\"} a line out",
        "한 줄에 {\"id\", \"text\"}나 {\"id\", \"deltas\"} 하나를 받아 {\"id\", \"sentences\"} 한 줄을 냅니다",
    ),
    ("Print the speed instead of the sentences", "문장 대신 속도를 출력합니다"),
    (
        "Text or Markdown files to check, or folders of them; `-` is standard input [default: standard input]. Front \
         matter is left out",
        "확인할 글이나 Markdown 파일, 또는 그런 파일이 든 폴더. `-`는 표준 입력입니다 [기본값: 표준 입력]. 머리의 \
         메타데이터는 빼고 봅니다",
    ),
    (
        "File or folder to check against; the N-th file is number N, unless the text lists its references as `[1] \
         name`. Without any, the stored sources are searched",
        "대조할 파일이나 폴더. N번째 파일이 N번 출처이고, 글에 `[1] 이름` 꼴의 참고 문헌 목록이 있으면 그 번호를 \
         따릅니다. 없으면 저장된 출처에서 찾습니다",
    ),
    ("Words and rules only, no model", "낱말과 규칙만으로 확인합니다(모델 없이)"),
    ("A text without any citation is not verified", "인용이 하나도 없는 글은 확인되지 않은 것으로 봅니다"),
    (
        "Least confidence of a verified text, 0 to 1 [default: the setting, 0.7]",
        "확인된 글이 되는 가장 낮은 신뢰도, 0에서 1까지 [기본값: 설정값, 0.7]",
    ),
    ("Show the sentences that stand, too, with their evidence", "문제가 없는 문장도 근거와 함께 보여 줍니다"),
    ("Print JSON instead of a report", "보고서 대신 JSON을 출력합니다"),
    (
        "One {\"id\", \"answer\", \"sources\"} a line in, one result a line out",
        "한 줄에 {\"id\", \"answer\", \"sources\"} 하나를 받아 결과 한 줄을 냅니다",
    ),
    (
        "With --jsonl: one {\"id\", \"claim\", \"source\"} a line in, one verdict a line out",
        "--jsonl과 함께: 한 줄에 {\"id\", \"claim\", \"source\"} 하나를 받아 판정 한 줄을 냅니다",
    ),
    ("The text as it was", "고치기 전의 글"),
    ("The text as it is to be", "고친 글"),
    ("Print JSON instead of a list", "목록 대신 JSON을 출력합니다"),
    (
        "One {\"id\", \"before\", \"after\"} a line in, one {\"id\", \"patches\", \"category\"} a line out",
        "한 줄에 {\"id\", \"before\", \"after\"} 하나를 받아 {\"id\", \"patches\", \"category\"} 한 줄을 냅니다",
    ),
    ("The pack's file or folder", "묶음 파일이나 폴더"),
    (
        "Texts to check, or folders of them [default: standard input]",
        "검사할 글, 또는 그런 글이 든 폴더 [기본값: 표준 입력]",
    ),
    (
        "A pack's file or folder, the id of a stored pack, or the id of one that comes with Stet; may be given several \
         times",
        "묶음의 파일이나 폴더, 저장된 묶음의 id, 또는 Stet에 들어 있는 묶음의 id. 여러 번 줄 수 있습니다",
    ),
    (
        "Print it for another program: text, json, sarif, junit or github",
        "다른 프로그램이 읽게 출력합니다: text, json, sarif, junit, github",
    ),
    (
        "Leave out what is less, and exit with 1 only where there is such: suggestion, warning or error",
        "이보다 가벼운 것은 빼고, 남는 것이 있을 때만 1로 끝납니다. suggestion, warning, error 가운데 하나",
    ),
    ("File to write: .graphml or .json", "쓸 파일: .graphml이나 .json"),
    (
        "Write all workspaces, or one, into one file: sources, drafts, conversations, rules",
        "모든 작업 공간이나 그 하나의 출처, 초안, 대화, 규칙을 파일 하나에 씁니다",
    ),
    (
        "Take all workspaces of such a file in, or one; what is there has to be empty",
        "그런 파일의 모든 작업 공간이나 그 하나를 들입니다. 들일 곳은 비어 있어야 합니다",
    ),
    (
        "Look for what is wrong and say how to mend it; exits 1 at a warning, 2 at a fault",
        "잘못된 곳을 찾아 고칠 방법을 알려 줍니다. 주의할 점이 있으면 1, 고장이 있으면 2로 끝납니다",
    ),
    ("The archive, a ZIP", "보관 파일(ZIP)"),
    (
        "Also every answer that was written with them, and those behind it",
        "이 출처로 쓴 답변과 그 뒤의 답변도 모두 지웁니다",
    ),
    ("SHELL", "셸"),
    ("FILE", "파일"),
    ("STYLE", "양식"),
    ("LANGUAGE", "언어"),
    ("FILES", "파일"),
    ("DIR", "폴더"),
    ("URL", "URL"),
    ("HOST", "주소"),
    ("PORT", "포트"),
    ("QUESTION", "질문"),
    ("FOLDER", "폴더"),
    ("SOURCE", "출처"),
    ("SOURCES", "출처"),
    ("PATHS", "경로"),
    ("PATH", "경로"),
    ("QUERY", "찾을말"),
    ("TOP_K", "개수"),
    ("SHARE", "비율"),
    ("FORM", "형식"),
    ("SEVERITY", "정도"),
    ("FROM", "원본"),
    ("TO", "결과"),
    ("OLD", "이전글"),
    ("NEW", "고친글"),
    ("PACK", "묶음"),
    ("NAME", "이름"),
    ("SCOPE", "권한"),
    ("DAYS", "날수"),
    ("KEY", "키"),
    ("HOURS", "시간"),
];

#[cfg(test)]
mod tests;
