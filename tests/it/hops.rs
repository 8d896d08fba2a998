//! One id, one content: readers that change the node and the transport as they please, and what each of them has in the end.

use std::sync::Arc;
use std::time::Duration;

use futures::{SinkExt as _, StreamExt as _};
use proptest::prelude::{Just, Strategy as _, any, prop_oneof};
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Message as Frame;
use uuid::Uuid;

use crate::http::{QUESTION, check_stream};
use crate::nodes::two;
use crate::support::model::{Script, Step};
use crate::support::server::{Server, Told};

/// A reader's stay at a node: which, over a socket or not, and how many frames it waits for.
type Stay = (bool, bool, usize);

/// An answer in pieces of a letter or two, in both languages, with what is removed later; the model goes on when told to.
fn pieces() -> (Script, Arc<Notify>) {
    let gate = Arc::new(Notify::new());
    let text = "The library opens at nine in the morning [1]. 도서관은 오전 아홉 시에 문을 연다 [1]. It has 70 doors [1]. \
        학생은 책을 다섯 권까지 두 주 동안 빌릴 수 있다 [1]. Students may borrow five books 😀 for two weeks [1]. ";
    let letters: Vec<char> = text.chars().collect();
    let mut steps = vec![Step::Wait(Arc::clone(&gate))];
    for letters in letters.chunks(2) {
        steps.extend([Step::Text(letters.iter().collect()), Step::Pause(Duration::from_millis(15))]);
    }
    steps.extend([Step::Finish("stop"), Step::Done]);
    (Script::Stream(steps), gate)
}

/// What a reader has of the message: its parts by their numbers.
struct Reader {
    message: Uuid,
    has: Vec<(u64, Value)>,
    /// Everything came anew, which was said before.
    replays: usize,
}

impl Reader {
    fn last(&self) -> Option<u64> {
        self.has.last().map(|(number, _)| *number)
    }

    /// Stays for so many frames; `true` at the end of the answer.
    async fn stay(&mut self, server: &Server, socket: bool, frames: usize) -> bool {
        if socket {
            self.stay_at_socket(server, frames).await
        } else {
            self.stay_at_stream(server, frames).await
        }
    }

    async fn stay_at_stream(&mut self, server: &Server, frames: usize) -> bool {
        let mut request = server.client.get(server.url("/api/chat/c/stream"));
        if let Some(last) = self.last() {
            request = request.header("last-event-id", format!("{}-{last}", self.message));
        }
        let response = request.send().await.unwrap();
        if response.status() == 204 {
            return false;
        }
        let (mut body, mut raw, mut taken) = (response.bytes_stream(), Vec::new(), 0);
        while taken < frames {
            while let Some(at) = raw.windows(2).position(|two| two == b"\n\n") {
                let frame: Vec<u8> = raw.drain(..at + 2).collect();
                let told = Told::parse(String::from_utf8(frame).unwrap());
                if told.done {
                    return true;
                }
                let Some(part) = told.parts.into_iter().next() else { continue };
                match told.ids.first() {
                    Some(id) => self.has.push((id.rsplit_once('-').unwrap().1.parse().unwrap(), part)),
                    None => self.begin_anew(&part["type"]),
                }
                taken += 1;
            }
            let Some(chunk) = body.next().await else { panic!("a stream ends with its mark") };
            raw.extend_from_slice(&chunk.unwrap());
        }
        false
    }

    async fn stay_at_socket(&mut self, server: &Server, frames: usize) -> bool {
        let (mut socket, _) =
            tokio_tungstenite::connect_async(format!("ws://{}/ws", server.address)).await.unwrap();
        let mut resume = json!({ "type": "resume", "requestId": "r", "id": "c" });
        if let Some(last) = self.last() {
            resume["lastSequence"] = json!(last);
        }
        socket.send(Frame::text(resume.to_string())).await.unwrap();
        for _ in 0..frames {
            let Frame::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
            let mut frame: Value = serde_json::from_str(&text).unwrap();
            match frame["type"].as_str().unwrap() {
                "chunk" => {
                    self.has.push((frame["sequence"].as_u64().unwrap(), frame["chunk"].take()));
                }
                "start" if frame["replay"] == true => self.begin_anew(&json!("data-replay")),
                "start" => {}
                "end" => return true,
                "no-active" => return false,
                other => panic!("{other}"),
            }
        }
        false
    }

    fn begin_anew(&mut self, sign: &Value) {
        assert_eq!(sign, "data-replay");
        self.has.clear();
        self.replays += 1;
    }
}

#[tokio::test]
async fn whoever_hops_between_nodes_and_transports_has_what_was_told() {
    let (first, second) = two().await;
    let (script, gate) = pieces();
    first.model.as_ref().unwrap().push(script);
    let asked = first.ask_raw("c", QUESTION).await;
    let message = first.state.asker.live.get("c").unwrap().message_id;
    let stay = (any::<bool>(), any::<bool>(), prop_oneof![Just(1_usize), 2..8_usize, 8..60_usize]);
    let hops = proptest::collection::vec(stay, 1..30);
    let mut runner = TestRunner::deterministic();
    let readers = (0..40).map(|_| {
        let hops: Vec<Stay> = hops.new_tree(&mut runner).unwrap().current();
        let nodes = [&first, &second];
        async move {
            let mut reader = Reader { message, has: Vec::new(), replays: 0 };
            let mut ended = false;
            for &(other, socket, frames) in &hops {
                ended = reader.stay(nodes[usize::from(other)], socket, frames).await;
                if ended {
                    break;
                }
            }
            // To the end, which only a stream can bring once the answer has ended.
            while !ended {
                ended = reader.stay(nodes[1], false, usize::MAX).await;
            }
            (hops, reader)
        }
    });
    gate.notify_one();
    let (told, readers) = tokio::join!(Told::read(asked), futures::future::join_all(readers));
    check_stream(&second, "c", &told).await;
    let all: Vec<(u64, Value)> = (0..).zip(told.parts.iter().cloned()).collect();
    for (hops, reader) in readers {
        assert_eq!(reader.has, all, "{hops:?}");
        assert_eq!(reader.replays, 0, "no writer was killed, so every place is known: {hops:?}");
    }
}
