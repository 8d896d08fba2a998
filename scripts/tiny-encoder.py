#!/usr/bin/env python3
"""Makes tests/fixtures/encoder: a sentence encoder of a few kilobytes in the layout of sentence-transformers, with
drawn weights, and the vectors that it must give, computed here in double precision with the standard library only.
Run it again after a change; the output is the same everywhere."""
import json
import math
import pathlib
import random
import struct

WIDTH, HEADS, INNER, LAYERS, POSITIONS, EPSILON = 8, 2, 16, 2, 16, 1e-12
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "leave", "of", "staff", "is", "paid", "un", "##paid", "days",
              "fifteen", ".", "휴가", "##는", "15", "##일", "직원", "##의", "이", "##다"]
TEXTS = ["The leave of staff is paid.", "unpaid leave", "직원의 휴가는 15일이다.", "zebra", "",
         "the leave of the staff is paid . the leave of the staff is unpaid . the leave is fifteen days"]
draw = random.Random(20261122)


def table(rows, columns, scale=0.5):
    # Halves of a small range, so that half precision stores them as they are.
    return [[round(draw.gauss(0, scale) * 64) / 64 for _ in range(columns)] for _ in range(rows)]


tensors = {
    "embeddings.word_embeddings.weight": table(len(VOCABULARY), WIDTH),
    "embeddings.position_embeddings.weight": table(POSITIONS, WIDTH),
    "embeddings.token_type_embeddings.weight": table(2, WIDTH),
}


def norm(name):
    tensors[name + ".weight"] = [1 + value for value in table(1, WIDTH, 0.1)[0]]
    tensors[name + ".bias"] = table(1, WIDTH, 0.1)[0]


def linear(name, inputs, outputs):
    tensors[name + ".weight"] = table(outputs, inputs)
    tensors[name + ".bias"] = table(1, outputs, 0.1)[0]


norm("embeddings.LayerNorm")
for layer in range(LAYERS):
    at = f"encoder.layer.{layer}."
    for part in ("query", "key", "value"):
        linear(at + "attention.self." + part, WIDTH, WIDTH)
    linear(at + "attention.output.dense", WIDTH, WIDTH)
    norm(at + "attention.output.LayerNorm")
    linear(at + "intermediate.dense", WIDTH, INNER)
    linear(at + "output.dense", INNER, WIDTH)
    norm(at + "output.LayerNorm")


def tokens(text):
    words, word = [], ""
    for ch in text.lower():
        if ch.isspace() or ch == ".":
            words += [word] * bool(word) + ([ch] if ch == "." else [])
            word = ""
        else:
            word += ch
    words += [word] * bool(word)
    ids = []
    for word in words:
        pieces, start = [], 0
        while start < len(word):
            for end in range(len(word), start, -1):
                piece = ("##" if start else "") + word[start:end]
                if piece in VOCABULARY:
                    pieces.append(VOCABULARY.index(piece))
                    start = end
                    break
            else:
                pieces, start = [1], len(word)
        ids += pieces
    return ids


def apply(name, row):
    weight, bias = tensors[name + ".weight"], tensors[name + ".bias"]
    return [sum(w * x for w, x in zip(out, row)) + b for out, b in zip(weight, bias)]


def normed(name, row):
    mean = sum(row) / len(row)
    variance = sum((x - mean) ** 2 for x in row) / len(row)
    return [(x - mean) / math.sqrt(variance + EPSILON) * w + b
            for x, w, b in zip(row, tensors[name + ".weight"], tensors[name + ".bias"])]


def add(one, two):
    return [a + b for a, b in zip(one, two)]


def encode(text, first_position=0, mean=True):
    ids = tokens(text)[:POSITIONS - first_position - 2]
    ids = [2, *ids, 3]
    x = [normed("embeddings.LayerNorm",
                add(add(tensors["embeddings.word_embeddings.weight"][token],
                        tensors["embeddings.position_embeddings.weight"][at + first_position]),
                    tensors["embeddings.token_type_embeddings.weight"][0])) for at, token in enumerate(ids)]
    head = WIDTH // HEADS
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        query, key, value = ([apply(at + "attention.self." + part, row) for row in x]
                             for part in ("query", "key", "value"))
        context = [[] for _ in x]
        for start in range(0, WIDTH, head):
            cut = slice(start, start + head)
            for row, q in zip(context, query):
                weights = [math.exp(sum(a * b for a, b in zip(q[cut], k[cut])) / math.sqrt(head)) for k in key]
                row += [sum(w * v[column] for w, v in zip(weights, value)) / sum(weights)
                        for column in range(start, start + head)]
        x = [normed(at + "attention.output.LayerNorm", add(row, apply(at + "attention.output.dense", seen)))
             for row, seen in zip(x, context)]
        wide = [[v * 0.5 * (1 + math.erf(v / math.sqrt(2))) for v in apply(at + "intermediate.dense", row)] for row in x]
        x = [normed(at + "output.LayerNorm", add(row, apply(at + "output.dense", more))) for row, more in zip(x, wide)]
    vector = [sum(column) / len(x) for column in zip(*x)] if mean else x[0]
    length = math.sqrt(sum(v * v for v in vector))
    return [round(v / length, 7) for v in vector]


def safetensors():
    header, data = {}, b""
    for name, value in tensors.items():
        flat = [v for row in value for v in row] if isinstance(value[0], list) else value
        shape = [len(value), len(value[0])] if isinstance(value[0], list) else [len(value)]
        half = "embeddings.weight" in name
        packed = struct.pack(f"<{len(flat)}{'e' if half else 'f'}", *flat)
        header[name] = {"dtype": "F16" if half else "F32", "shape": shape,
                        "data_offsets": [len(data), len(data) + len(packed)]}
        data += packed
    head = json.dumps(header, separators=(",", ":")).encode()
    return struct.pack("<Q", len(head)) + head + data


def special(name, number):
    return {"id": number, "content": name, "single_word": False, "lstrip": False, "rstrip": False,
            "normalized": False, "special": True}


tokenizer = {
    "version": "1.0",
    # As published files often have them; a program has to set its own.
    "truncation": {"direction": "Right", "max_length": 4, "strategy": "LongestFirst", "stride": 0},
    "padding": {"strategy": {"Fixed": 12}, "direction": "Right", "pad_to_multiple_of": None, "pad_id": 0,
                "pad_type_id": 0, "pad_token": "[PAD]"},
    "added_tokens": [special(name, number) for number, name in enumerate(VOCABULARY[:4])],
    "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                   "strip_accents": False, "lowercase": True},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                   {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {name: {"id": name, "ids": [number], "tokens": [name]}
                           for number, name in ((2, "[CLS]"), (3, "[SEP]"))},
    },
    "decoder": None,
    "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
              "max_input_chars_per_word": 100, "vocab": {word: number for number, word in enumerate(VOCABULARY)}},
}
config = {"model_type": "bert", "hidden_size": WIDTH, "num_hidden_layers": LAYERS, "num_attention_heads": HEADS,
          "intermediate_size": INNER, "hidden_act": "gelu", "layer_norm_eps": EPSILON,
          "max_position_embeddings": POSITIONS, "pad_token_id": 0, "vocab_size": len(VOCABULARY)}
pooling = {"word_embedding_dimension": WIDTH, "pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True,
           "pooling_mode_max_tokens": False, "pooling_mode_mean_sqrt_len_tokens": False}
modules = [{"idx": at, "name": str(at), "path": path, "type": f"sentence_transformers.models.{kind}"}
           for at, (path, kind) in enumerate([("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize")])]
expected = [{"text": text, "bert_mean": encode(text), "roberta_first": encode(text, first_position=1, mean=False)}
            for text in TEXTS]

folder = pathlib.Path(__file__).parent.parent / "tests" / "fixtures" / "encoder"
(folder / "1_Pooling").mkdir(parents=True, exist_ok=True)
(folder / "model.safetensors").write_bytes(safetensors())
for name, value in [("tokenizer.json", tokenizer), ("config.json", config), ("1_Pooling/config.json", pooling),
                    ("modules.json", modules), ("expected.json", expected),
                    ("config_sentence_transformers.json", {"prompts": {"query": "", "document": "the "}})]:
    (folder / name).write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
