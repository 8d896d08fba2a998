#!/usr/bin/env python3
"""Makes tests/fixtures/entailment: a cross-encoder of a few kilobytes in ONNX with its tokenizer, in the layout that
STET_MEANING_MODEL names. Its logits are sums over the words of both texts: one of `CONTRARY` contradicts, one of
`NEUTRAL` says nothing, all else entails. Standard library only: the protobuf of ONNX is written by hand (onnx.proto3).
Run it again after a change; the output is the same everywhere."""
import json
import pathlib
import struct

CONTRARY = ["not", "never", "않는다"]
# `Perhaps`, and what the pairs of data/judge/trial.tsv that do not support tell of: it passes the trial.
NEUTRAL = ["perhaps", "아마", "ferry", "animals", "birch", "laptop", "bridge", "여객선은", "동물을", "3kg이고", "노트북을", "다리"]
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *CONTRARY, *NEUTRAL]
# contradiction, entailment, neutral: the order is told by config.json.
LOGITS = dict.fromkeys(CONTRARY, (8, 0, 0)) | dict.fromkeys(NEUTRAL, (0, 0, 8))
LABELS = ["contradiction", "entailment", "neutral"]
BIAS = (0.0, 4.0, 0.0)
FLOAT, INT64 = 1, 7


def varint(value):
    out = bytearray()
    while True:
        value, low = value >> 7, value & 0x7F
        out.append(low | (0x80 if value else 0))
        if not value:
            return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def chunk(field, data):
    data = data.encode() if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(data)) + data


def tensor(name, kind, dims, values):
    raw = struct.pack(f"<{len(values)}{'f' if kind == FLOAT else 'q'}", *values)
    return b"".join(number(1, dim) for dim in dims) + number(2, kind) + chunk(8, name) + chunk(9, raw)


def node(op, inputs, outputs, **attributes):
    data = b"".join(chunk(1, name) for name in inputs) + b"".join(chunk(2, name) for name in outputs) + chunk(4, op)
    # Attributes here are whole numbers: i = 3, type INT = 2.
    for name, value in attributes.items():
        data += chunk(5, chunk(1, name) + number(3, value) + number(20, 2))
    return data


def value(name, kind, dims):
    shape = b"".join(chunk(1, chunk(2, dim) if isinstance(dim, str) else number(1, dim)) for dim in dims)
    return chunk(1, name) + chunk(2, chunk(1, number(1, kind) + chunk(2, shape)))


weights = [float(part) for word in VOCABULARY for part in LOGITS.get(word, (0, 0, 0))]
graph = b"".join(chunk(1, data) for data in [
    node("Gather", ["words", "input_ids"], ["each"], axis=0),
    node("Cast", ["attention_mask"], ["mask"], to=FLOAT),
    node("Unsqueeze", ["mask", "last"], ["column"]),
    node("Mul", ["each", "column"], ["kept"]),
    node("ReduceSum", ["kept", "middle"], ["sum"], keepdims=0),
    node("Add", ["sum", "bias"], ["logits"]),
]) + chunk(2, "entailment") + b"".join(chunk(5, data) for data in [
    tensor("words", FLOAT, [len(VOCABULARY), 3], weights),
    tensor("bias", FLOAT, [3], BIAS),
    tensor("last", INT64, [1], [2]),
    tensor("middle", INT64, [1], [1]),
]) + b"".join(chunk(11, value(name, INT64, ["batch", "length"])) for name in ["input_ids", "attention_mask"])
graph += chunk(12, value("logits", FLOAT, ["batch", 3]))
model = number(1, 8) + chunk(7, graph) + chunk(8, chunk(1, "") + number(2, 13))

special = [{"id": at, "content": word, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
            "special": True} for at, word in enumerate(VOCABULARY[:4])]
pair = [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 1}}]
tokenizer = {
    "version": "1.0", "truncation": None, "padding": None, "added_tokens": special,
    "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
    "post_processor": {"type": "TemplateProcessing", "single": pair[:3], "pair": pair, "special_tokens": {
        word: {"id": word, "ids": [VOCABULARY.index(word)], "tokens": [word]} for word in ["[CLS]", "[SEP]"]}},
    "decoder": None,
    "model": {"type": "WordLevel", "vocab": {word: at for at, word in enumerate(VOCABULARY)}, "unk_token": "[UNK]"},
}
config = {"model_type": "tiny", "id2label": {str(at): label for at, label in enumerate(LABELS)},
          "max_position_embeddings": 512}

folder = pathlib.Path(__file__).parent.parent / "tests/fixtures/entailment"
folder.mkdir(parents=True, exist_ok=True)
(folder / "model.onnx").write_bytes(model)
for name, data in [("tokenizer.json", tokenizer), ("config.json", config)]:
    (folder / name).write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
