"""Follows document.processed and document.removed and keeps a list of documents in mirror.db: pip install confluent-kafka; python3 subscribe.py

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
    CREATE TABLE IF NOT EXISTS documents (document_id TEXT PRIMARY KEY, generation INTEGER NOT NULL, attempt INTEGER NOT NULL, source_file TEXT,
      status TEXT, upload_id TEXT) WITHOUT ROWID"""
)
# Two topics have no order between them: what is older than what is held changes nothing, and a removed document leaves its row for that.
KEEP = """INSERT INTO documents VALUES (:document_id, :generation, :attempt, :source_file, :status, :upload_id)
    ON CONFLICT (document_id) DO UPDATE SET generation = excluded.generation, attempt = excluded.attempt, source_file = excluded.source_file,
      status = excluded.status, upload_id = excluded.upload_id
    WHERE (excluded.generation, excluded.attempt) >= (generation, attempt)"""
# A removal comes after every attempt of its generation.
REMOVAL = 2**53 - 1


def status_of(event: dict) -> str:
    return "removed" if event["event"] == "document.removed" else event["status"]


def take(ce_id: str, event: dict) -> str:
    """What is done with an event, and that it was seen, stand in one transaction: a death in between leaves neither."""
    row = {name: event[name] for name in ("document_id", "source_file", "upload_id")}
    row["status"] = status_of(event)
    # Records of before there were generations have none, and no attempt.
    row["generation"] = event.get("generation", 0)
    row["attempt"] = REMOVAL if row["status"] == "removed" else event.get("attempt", 0)
    with db:
        fresh = db.execute("INSERT INTO seen (ce_id) VALUES (?) ON CONFLICT DO NOTHING", (ce_id,)).rowcount == 1
        kept = fresh and db.execute(KEEP, row).rowcount == 1
    return "new" if kept else "older" if fresh else "repeat"


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
consumer.subscribe([os.environ.get("KAFKA_PREFIX", "") + name for name in ("document.processed", "document.removed")])
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
            print(take(ce_id.decode(), event), event["document_id"], status_of(event), flush=True)
        else:
            print("left out: a record without ce_id or value", file=sys.stderr)
        consumer.store_offsets(record)
finally:
    consumer.close()
    db.close()
