"""The MCP client of PyPI (`mcp`) against a running server and `stet mcp`.

    STET=target/debug/stet STET_URL=http://127.0.0.1:8787 python mcp_client.py
"""

import asyncio
import os
import unittest

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

URL = os.environ["STET_URL"]


class Mcp(unittest.IsolatedAsyncioTestCase):
    async def check(self, read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            tools = await session.list_tools()
            self.assertEqual(len(tools.tools), 5)
            found = await session.call_tool("search", {"query": "paid leave"})
            self.assertIn("paid leave", found.content[0].text)
            told = []

            async def progress(done, total, message):
                told.append(message)

            question = {"question": "도서관은 몇 시에 문을 여나요?"}
            answer = await session.call_tool("ask", question, progress_callback=progress)
            self.assertIn("아홉 시", answer.content[0].text)
            self.assertTrue(told)
            wrong = await session.call_tool("lint", {"text": "A", "packs": ["nowhere"]})
            self.assertIn("nowhere", wrong.content[0].text)

    async def test_http(self):
        async with streamable_http_client(f"{URL}/mcp") as streams:
            await self.check(streams[0], streams[1])

    async def test_stdio(self):
        server = StdioServerParameters(command=os.environ["STET"], args=["mcp"], env=dict(os.environ))
        async with stdio_client(server) as (read, write):
            await self.check(read, write)


if __name__ == "__main__":
    unittest.main()
