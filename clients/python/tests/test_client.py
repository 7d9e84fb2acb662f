"""Against a server: MILLRACE_URL and MILLRACE_KEY say where. python3 -m unittest discover -s tests"""

import io
import json
import os
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from millrace import ApiError, Client, FilePart, ServerUnreachable
from millrace.events import read_events

URL = os.environ.get("MILLRACE_URL", "")


class EventsTest(unittest.TestCase):
    def test_reads_names_ids_and_lines_of_data(self) -> None:
        lines = [b": still there\n", b"\n", b"id: 7\r\n", b"event: done\r\n", b'data: {"a":\r\n', b"data: 1}\r\n", b"\r\n", b"data: half\n"]
        self.assertEqual([tuple(e) for e in read_events(lines)], [("done", '{"a":\n1}', "7")])


class ResumeTest(unittest.TestCase):
    def test_a_broken_stream_goes_on_behind_its_last_event(self) -> None:
        asked: list[str | None] = []

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                asked.append(self.headers.get("last-event-id"))
                status = "processing" if len(asked) == 1 else "complete"
                text = f'id: {len(asked)}\nevent: status\ndata: {{"status": "{status}"}}\n\n'.encode()
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                # The first reply promises more than it gives: its connection breaks.
                self.send_header("transfer-encoding", "chunked")
                self.end_headers()
                self.wfile.write(b"%x\r\n%s\r\n" % (len(text), text) + (b"" if len(asked) == 1 else b"0\r\n\r\n"))
                self.close_connection = True

            def log_message(self, format: str, *args: object) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        client = Client(f"http://127.0.0.1:{server.server_port}")
        seen = [event.data["status"] for event in client.stream_follow_upload(upload_id="x")]
        self.assertEqual((seen, asked), (["processing", "complete"], [None, "1"]))


class AwayTest(unittest.TestCase):
    def test_who_does_not_answer_is_named(self) -> None:
        with self.assertRaises(ApiError) as caught:
            Client("http://127.0.0.1:9").get_health_live()
        self.assertIsInstance(caught.exception, ServerUnreachable)
        self.assertIsInstance(caught.exception.__cause__, ConnectionRefusedError)
        self.assertEqual((caught.exception.status, caught.exception.code), (0, None))
        self.assertIn("127.0.0.1:9", str(caught.exception))

    def test_a_reply_that_breaks_off_is_told_alike(self) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", "100")
                self.end_headers()
                self.wfile.write(b"{")

            def log_message(self, format: str, *args: object) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        with self.assertRaises(ServerUnreachable):
            Client(f"http://127.0.0.1:{server.server_port}").get_health_live()


@unittest.skipUnless(URL, "MILLRACE_URL is not set")
class ServerTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(URL, key=os.environ.get("MILLRACE_KEY"))

    def test_a_document_goes_in_is_followed_and_a_question_is_answered(self) -> None:
        told: list[tuple[int, int]] = []
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "Täue \"neu\".txt")
            path.write_text("Hawsers are tarred every second spring.", encoding="utf-8")
            reply = self.client.upload(path, doc_type="plan", on_progress=lambda sent, total: told.append((sent, total)))
        self.assertEqual(told[-1], (39, 39))
        upload_id = reply["upload_id"]
        statuses = [event.data["status"] for event in self.client.stream_follow_upload(upload_id=upload_id)]
        self.assertEqual(statuses[-1], "complete")
        status = self.client.get_upload_status(upload_id=upload_id)
        self.assertEqual((status["filename"], status["metadata"]["title"]), ('Täue "neu".txt', 'Täue "neu".txt'))
        self.assertIn(b"tarred", self.client.download_upload(upload_id=upload_id))
        page = self.client.list_knowledge_files(page_size="10", q="Täue")
        self.assertEqual([item["source_file"] for item in page["items"]], ['Täue "neu".txt'])
        answer = self.client.flexible_rag(body={"question": "When are hawsers tarred?"})
        self.assertIn("second spring", answer["answer"])
        tokens, done = "", None
        for event in self.client.stream_flexible_rag(body={"question": "When are hawsers tarred?"}):
            if event.event == "message":
                tokens += event.data["token"]
            elif event.event == "done":
                done = event.data["answer"]
        self.assertEqual(tokens, done)
        chunks = self.client.stream_create_chat_completion(
            body={"model": "default", "messages": [{"role": "user", "content": "When are hawsers tarred?"}], "stream": True}
        )
        said = "".join(choice["delta"].get("content", "") for event in chunks if "choices" in event.data for choice in event.data["choices"])
        self.assertIn("second spring", said)
        self.assertEqual(self.client.delete_upload(upload_id=upload_id)["status"], "deleted")

    def test_one_key_is_accepted_once(self) -> None:
        bodies = [io.BytesIO(b"The sluice opens at noon."), io.BytesIO(b"The sluice opens at noon.")]
        ids = {self.client.upload(b, doc_type="note", name="noon.txt", idempotency_key="noon-of-the-sluice")["upload_id"] for b in bodies}
        self.assertEqual(len(ids), 1)

    def test_a_refusal_tells_its_code(self) -> None:
        with self.assertRaises(ApiError) as refused:
            self.client.get_upload_status(upload_id="nope")
        self.assertEqual((refused.exception.status, refused.exception.code), (404, "not_found"))
        with self.assertRaises(ApiError) as refused:
            self.client.upload_document(form={"metadata": json.dumps({"title": "x"}), "file": FilePart("x.txt", b"x")})
        self.assertEqual(refused.exception.status, 400)


if __name__ == "__main__":
    unittest.main()
