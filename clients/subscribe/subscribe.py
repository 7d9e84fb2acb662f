"""Follows document.processed and keeps a list of documents in mirror.db: pip install confluent-kafka; python3 subscribe.py

KAFKA_BROKERS (host:port,...), KAFKA_PREFIX where the installation has one, GROUP, MIRROR (the file).
"""

import json
import os
import signal
import sqlite3
import sys

from confluent_kafka import Consumer

db = sqlite3.connect(os.environ.get("MIRROR", "mirror.db"))
db.executescript(
    """CREATE TABLE IF NOT EXISTS seen (ce_id TEXT PRIMARY KEY, at TEXT DEFAULT CURRENT_TIMESTAMP) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS documents (document_id TEXT PRIMARY KEY, source_file TEXT, status TEXT, upload_id TEXT) WITHOUT ROWID"""
)


def take(ce_id: str, event: dict) -> bool:
    """What is done with an event, and that it was seen, stand in one transaction: a death in between leaves neither."""
    with db:
        fresh = db.execute("INSERT INTO seen (ce_id) VALUES (?) ON CONFLICT DO NOTHING", (ce_id,)).rowcount == 1
        if fresh:
            row = [event[name] for name in ("document_id", "source_file", "status", "upload_id")]
            db.execute("INSERT OR REPLACE INTO documents (document_id, source_file, status, upload_id) VALUES (?, ?, ?, ?)", row)
    return fresh


def json_of(value: bytes) -> dict:
    """With a schema registry a value begins with a zero byte and the schema's id."""
    return json.loads(value[5:] if value[0] == 0 else value)


group = os.environ.get("GROUP", "mirror-py")
consumer = Consumer(
    {
        "bootstrap.servers": os.environ.get("KAFKA_BROKERS", "127.0.0.1:9092"),
        "group.id": group,
        "auto.offset.reset": "earliest",
        # An offset is stored when its record is done: what was under way at a death comes again.
        "enable.auto.offset.store": False,
    }
)
consumer.subscribe([os.environ.get("KAFKA_PREFIX", "") + "document.processed"])
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
try:
    while True:
        record = consumer.poll(1.0)
        if record is None:
            continue
        if record.error():
            print(record.error(), file=sys.stderr)
            continue
        headers = {name: value for name, value in record.headers() or []}
        ce_id, value = headers.get("ce_id"), record.value()
        if ce_id and value:
            event = json_of(value)
            fresh = take(ce_id.decode(), event)
            print("new" if fresh else "repeat", event["document_id"], event["status"], flush=True)
        else:
            print("left out: a record without ce_id or value", file=sys.stderr)
        consumer.store_offsets(record)
finally:
    consumer.close()
    db.close()
