"""The OpenAI clients of Python against a running server: openai, LangChain, LlamaIndex, litellm.

    STET_URL=http://127.0.0.1:8787 [STET_BUSY_URL=…] [STET_FABRICATING_URL=…] python openai_clients.py

The server has the sources of scripts/clients.sh and the scripted model `grounded`; the model of STET_BUSY_URL is always busy,
that of STET_FABRICATING_URL makes its first answer up.
"""

import asyncio
import os
import re
import unittest

# Its table of prices is not fetched.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm
import openai
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from llama_index.core.llms import ChatMessage
from llama_index.llms.openai_like import OpenAILike

URL = os.environ["STET_URL"]
BUSY = os.environ.get("STET_BUSY_URL")
FABRICATING = os.environ.get("STET_FABRICATING_URL")
KEY = os.environ.get("STET_KEY", "none")
TOOL = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "properties": {}}}}
ENGLISH = [{"role": "user", "content": "How many days of paid leave are employees granted?"}]
KOREAN = [{"role": "user", "content": "도서관은 몇 시에 문을 여나요?"}]
TWO = [{"role": "user", "content": "When does the library open, and how many days of paid leave are employees granted?"}]
client = openai.OpenAI(base_url=f"{URL}/v1", api_key=KEY, max_retries=0)
litellm.suppress_debug_info = True


def utf16(text, start, end):
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


class Completions(unittest.TestCase):
    def check(self, text, annotations):
        self.assertTrue(annotations)
        for cited in annotations:
            self.assertRegex(utf16(text, cited.start_index, cited.end_index), r"^\[†?\d+\]$")
            self.assertTrue(cited.url.startswith(f"{URL}/#/p/"), cited.url)

    def test_whole(self):
        for messages in ENGLISH, KOREAN:
            said = client.chat.completions.create(model="stet", messages=messages)
            message = said.choices[0].message
            self.check(message.content, [one.url_citation for one in message.annotations])
            self.assertEqual(said.usage.total_tokens, 16)
            self.assertIn("badge", said.model_extra["stet"])

    def test_stream(self):
        text, last = "", None
        for chunk in client.chat.completions.create(model="stet", messages=ENGLISH, stream=True):
            text += chunk.choices[0].delta.content or ""
            last = chunk
        self.assertIn("15 days", text)
        self.assertEqual(last.choices[0].finish_reason, "stop")
        self.assertTrue(last.model_extra["stet"]["sentences"])

    def test_stream_helper_keeps_every_annotation(self):
        whole = client.chat.completions.create(model="stet", messages=TWO).choices[0].message
        with client.chat.completions.stream(model="stet", messages=TWO) as stream:
            for _ in stream:
                pass
            message = stream.get_final_completion().choices[0].message
        self.assertEqual(message.content, whole.content)
        self.assertGreater(len(message.annotations), 1)
        self.assertEqual(
            [one.url_citation.start_index for one in message.annotations],
            [one.url_citation.start_index for one in whole.annotations],
        )

    def test_side_by_side(self):
        async def ask():
            many = openai.AsyncOpenAI(base_url=f"{URL}/v1", api_key=KEY)
            calls = (many.chat.completions.create(model="stet", messages=KOREAN) for _ in range(4))
            return await asyncio.gather(*calls)

        for said in asyncio.run(ask()):
            self.assertIn("아홉 시", said.choices[0].message.content)

    def test_strict_and_parameters(self):
        said = client.chat.completions.create(
            model="stet",
            messages=[{"role": "system", "content": "Answer briefly."}, *ENGLISH],
            temperature=0,
            max_tokens=300,
            seed=1,
            user="someone",
            extra_body={"stet": {"strict": True, "mark": "none", "language": "en"}},
        )
        self.assertIn("15 days", said.choices[0].message.content)

    def test_nothing_is_kept_unless_asked_for(self):
        client.chat.completions.create(model="stet", messages=ENGLISH)
        kept = client.chat.completions.create(model="stet", messages=ENGLISH, store=True)
        chat = kept.model_extra["stet"]["chatId"]
        stored = client.get(f"{URL}/api/chats/{chat}", cast_to=object)
        self.assertEqual(len(stored["messages"]), 2)

    def test_offered_tools_are_left_alone(self):
        for choice in [{}, {"tool_choice": "auto"}, {"tool_choice": "auto", "stream": True}]:
            said = client.chat.completions.create(model="stet", messages=ENGLISH, tools=[TOOL], **choice)
            if choice.get("stream"):
                words = "".join(chunk.choices[0].delta.content or "" for chunk in said if chunk.choices)
            else:
                self.assertIsNone(said.choices[0].message.tool_calls)
                words = said.choices[0].message.content
            self.assertIn("15 days", words)

    def test_faults_are_errors_of_the_library(self):
        for more, status, words in [
            ({"tools": [{"type": "function", "function": {"name": "f"}}], "tool_choice": "required"}, 400, "tool_choice"),
            ({"n": 2}, 400, "n is not supported"),
            ({"messages": []}, 400, "role user"),
            ({"messages": [{"role": "user", "content": "가" * 20_000}]}, 413, "32 KiB"),
            ({"extra_body": {"stet": {"mark": "bold"}}}, 400, "stet"),
        ]:
            with self.assertRaises(openai.APIStatusError) as caught:
                client.chat.completions.create(**{"model": "stet", "messages": ENGLISH, **more})
            self.assertEqual(caught.exception.status_code, status)
            self.assertIn(words, caught.exception.message)
            self.assertTrue(caught.exception.code)
        korean = client.with_options(default_headers={"accept-language": "ko"})
        with self.assertRaisesRegex(openai.BadRequestError, "지원하지 않습니다"):
            korean.chat.completions.create(model="stet", messages=ENGLISH, logprobs=True)

    @unittest.skipUnless(BUSY, "no second server")
    def test_busy(self):
        waiting = openai.OpenAI(base_url=f"{BUSY}/v1", api_key=KEY, max_retries=0)
        for stream in False, True:
            with self.assertRaises(openai.RateLimitError) as caught:
                waiting.chat.completions.create(model="stet", messages=ENGLISH, stream=stream)
            self.assertGreaterEqual(int(caught.exception.response.headers["retry-after"]), 1)


class Responses(unittest.TestCase):
    def test_whole_and_stream(self):
        whole = client.responses.create(model="stet", input=ENGLISH[0]["content"], instructions="Answer briefly.")
        self.assertIn("15 days", whole.output_text)
        annotations = whole.output[0].content[0].annotations
        self.assertTrue(annotations[0].url.startswith(URL))
        with client.responses.stream(model="stet", input=ENGLISH) as stream:
            types = [event.type for event in stream]
            ended = stream.get_final_response()
        self.assertEqual(ended.output_text, whole.output_text)
        self.assertEqual(len(ended.output[0].content[0].annotations), len(annotations))
        self.assertIn("response.output_text.delta", types)

    def test_refusals(self):
        with self.assertRaisesRegex(openai.BadRequestError, "previous_response_id"):
            client.responses.create(model="stet", input="When?", previous_response_id="resp_1")


class Models(unittest.TestCase):
    def test_models_and_embeddings(self):
        self.assertEqual([model.id for model in client.models.list()], ["stet"])
        self.assertEqual(client.models.retrieve("stet").owned_by, "stet")
        with self.assertRaises(openai.NotFoundError):
            client.models.retrieve("gpt-9")
        one = client.embeddings.create(model="stet-embeddings", input=["paid leave", "휴가"])
        self.assertEqual(len(one.data), 2)
        self.assertAlmostEqual(sum(x * x for x in one.data[0].embedding), 1, places=4)


class Others(unittest.TestCase):
    def test_langchain(self):
        chat = ChatOpenAI(model="stet", base_url=f"{URL}/v1", api_key=KEY, max_retries=0)
        self.assertIn("15 days", chat.invoke(ENGLISH).text)
        self.assertIn("아홉 시", "".join(chunk.text for chunk in chat.stream(KOREAN)))
        self.assertIn("15 days", chat.bind_tools([TOOL]).invoke(ENGLISH).text)
        citing = ChatOpenAI(model="stet", base_url=f"{URL}/v1", api_key=KEY, use_responses_api=True)
        self.assertIn("15 days", citing.bind_tools([TOOL]).invoke(ENGLISH).text)
        self.assertIn("아홉 시", "".join(chunk.text for chunk in chat.bind_tools([TOOL]).stream(KOREAN)))
        cited = citing.invoke(ENGLISH)
        annotations = [one for block in cited.content for one in block.get("annotations", [])]
        self.assertTrue(annotations and all(one["url"].startswith(URL) for one in annotations), cited.content)
        embeddings = OpenAIEmbeddings(
            model="stet-embeddings", base_url=f"{URL}/v1", api_key=KEY, check_embedding_ctx_length=False
        )
        self.assertEqual(len(embeddings.embed_query("휴가")), len(embeddings.embed_documents(["leave"])[0]))
        with self.assertRaisesRegex(openai.BadRequestError, "response_format|tools|text"):
            chat.with_structured_output({"title": "x", "type": "object", "properties": {}}).invoke(ENGLISH)

    def test_llama_index(self):
        llm = OpenAILike(model="stet", api_base=f"{URL}/v1", api_key=KEY, is_chat_model=True)
        message = [ChatMessage(role="user", content=ENGLISH[0]["content"])]
        self.assertIn("15 days", llm.chat(message).message.content)
        self.assertIn("15 days", "".join(piece.delta or "" for piece in llm.stream_chat(message)))

    def test_litellm(self):
        where = {"model": "openai/stet", "api_base": f"{URL}/v1", "api_key": KEY}
        said = litellm.completion(messages=ENGLISH, **where)
        self.assertIn("15 days", said.choices[0].message.content)
        streamed = litellm.completion(messages=KOREAN, stream=True, **where)
        self.assertIn("아홉 시", "".join(chunk.choices[0].delta.content or "" for chunk in streamed))
        with self.assertRaises(litellm.BadRequestError) as caught:
            litellm.completion(messages=ENGLISH, n=2, **where)
        self.assertTrue(re.search("n is not supported", str(caught.exception)), caught.exception)


@unittest.skipUnless(FABRICATING, "no third server")
class Withdrawn(unittest.TestCase):
    """The first attempt is made up; a stream withdraws it by a line of its own, and the second stands below."""

    LANGUAGES = [(ENGLISH, "↺ The text above is withdrawn — ", "15 days"), (KOREAN, "↺ 위의 글은 거두어들였습니다 — ", "아홉 시")]
    base = f"{FABRICATING}/v1"

    def check(self, text, line, right):
        above, below = text.split(line)
        self.assertIn("1854", above)
        self.assertIn(right, below)
        self.assertNotIn("1854", below)

    def test_openai(self):
        first = openai.OpenAI(base_url=self.base, api_key=KEY, max_retries=0)
        for messages, line, right in self.LANGUAGES:
            with first.chat.completions.stream(model="stet", messages=messages) as stream:
                said = stream.get_final_completion().choices[0].message.content
            self.check(said, line, right)
            with first.responses.stream(model="stet", input=messages) as stream:
                items = [event.item for event in stream if event.type == "response.output_item.done"]
                ended = stream.get_final_response()
            self.assertEqual([item.status for item in items], ["incomplete", "completed"])
            self.check("".join(item.content[0].text for item in items), line, right)
            self.assertEqual(ended.output_text, items[1].content[0].text)
            for cited in items[1].content[0].annotations:
                mark = utf16(ended.output_text, cited.start_index, cited.end_index)
                self.assertRegex(mark, r"^\[†?\d+\]$")
            for replaced, words in [("hold", right), ("once", "1854")]:
                stet = {"stet": {"replaced": replaced}}
                chunks = first.chat.completions.create(model="stet", messages=messages, stream=True, extra_body=stet)
                said = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
                self.assertIn(words, said)
                self.assertNotIn("↺", said)
                self.assertEqual("⚠" in said, replaced == "once", said)

    def test_others(self):
        for messages, line, right in self.LANGUAGES:
            for responses in False, True:
                chat = ChatOpenAI(model="stet", base_url=self.base, api_key=KEY, use_responses_api=responses)
                self.check("".join(chunk.text for chunk in chat.stream(messages)), line, right)
            llm = OpenAILike(model="stet", api_base=self.base, api_key=KEY, is_chat_model=True)
            pieces = llm.stream_chat([ChatMessage(role="user", content=messages[0]["content"])])
            self.check("".join(piece.delta or "" for piece in pieces), line, right)
            chunks = litellm.completion(
                model="openai/stet", api_base=self.base, api_key=KEY, messages=messages, stream=True
            )
            self.check("".join(chunk.choices[0].delta.content or "" for chunk in chunks), line, right)


if __name__ == "__main__":
    unittest.main()
