"""The graph as NetworkX reads it, beside its JSON form.

    STET_URL=http://127.0.0.1:8787 python graph.py

Takes a text in that names what XML takes for its own.
"""

import io
import json
import os
import time
import unittest
import urllib.request
import uuid

import networkx

URL = os.environ["STET_URL"]
NAMES = ["<b>Harm & Co</b>", "]]> <!-- 해 & 'quotes' -->", "</data></node>"]
TEXT = "".join(f"“{name}” means harm to the writer.\n\n" for name in NAMES)


def get(path):
    with urllib.request.urlopen(URL + path) as response:
        return response.read()


def take_in(name, text):
    border = uuid.uuid4().hex
    head = f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = (head + text + f"\r\n--{border}--\r\n").encode()
    kind = {"Content-Type": f"multipart/form-data; boundary={border}"}
    urllib.request.urlopen(urllib.request.Request(f"{URL}/api/sources", body, kind)).close()


class Graph(unittest.TestCase):
    def test_both_forms_hold_the_same(self):
        take_in("harm.txt", TEXT)
        # It is read for the graph once it is searched.
        for _ in range(300):
            whole = json.loads(get("/api/graph"))
            if set(NAMES) <= {own["name"] for own in whole["entities"]}:
                break
            time.sleep(0.2)
        read = networkx.read_graphml(io.BytesIO(get("/api/graph?format=graphml")), force_multigraph=True)
        self.assertEqual(
            {key: (own["name"], own["kind"], own["passages"]) for key, own in read.nodes(data=True)},
            {own["id"]: (own["name"], own["kind"], own["passages"]) for own in whole["entities"]},
        )
        self.assertEqual(
            {key: (source, target, own["label"]) for source, target, key, own in read.edges(keys=True, data=True)},
            {own["id"]: (own["source"], own["target"], own["label"]) for own in whole["relations"]},
        )
        self.assertLessEqual(set(NAMES), {own["name"] for _, own in read.nodes(data=True)})


if __name__ == "__main__":
    unittest.main()
