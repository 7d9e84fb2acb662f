"""How calls get to the server and back: http.client alone."""

import http.client
import json
import time
from collections.abc import Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar, cast
from urllib.parse import quote, urlencode, urlsplit

from . import types as t
from .events import read_events
from .form import FilePart, Form, FormValue

__all__ = ["ApiError", "Event", "ServerUnreachable", "FilePart", "FormValue", "Transport"]

TRIES = 6
# What ends a stream in OpenAI's form, where everything else is JSON.
END = "[DONE]"
Name = TypeVar("Name", bound=str)
Data = TypeVar("Data")


class Event(NamedTuple, Generic[Name, Data]):
    """One event of a stream; `id` is where the stream can be taken up again."""

    event: Name
    data: Data
    id: str | None


class ApiError(Exception):
    """A reply that is no success. `body` is the server's own, None where something between answered."""

    def __init__(self, status: int, body: "t.ErrorBody | None", retry_after: float | None) -> None:
        super().__init__(body["error"]["message"] if body else f"the server answered with {status}")
        self.status = status
        self.body = body
        self.retry_after = retry_after

    @property
    def code(self) -> str | None:
        return self.body["error"]["code"] if self.body else None


class ServerUnreachable(ApiError):
    """Nothing answered, or the connection broke; `status` is 0, and the cause is the system's own error."""

    def __init__(self, message: str) -> None:
        super().__init__(0, None, None)
        self.args = (message,)


class Transport:
    def __init__(self, url: str, *, key: str | None = None, token: str | None = None, timeout: float = 120) -> None:
        """`key`: subscription key; `token`: bearer token; `timeout`: seconds that the server may be silent."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"url: {url!r} is no address of a server, as http://127.0.0.1:8080")
        self._secure, self._host, self._port, self._base = parts.scheme == "https", parts.hostname, parts.port, parts.path.rstrip("/")
        self._timeout = timeout
        self._headers: dict[str, str] = {}
        if key:
            self._headers["ocp-apim-subscription-key"] = key
        if token:
            self._headers["authorization"] = f"Bearer {token}"

    def _call(
        self,
        method: str,
        path: str,
        in_path: Mapping[str, object],
        query: Mapping[str, object],
        *,
        body: object = None,
        form: Mapping[str, FormValue] | Form | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> object:
        connection, reply = self._send(method, path, in_path, query, body, form, headers or {})
        try:
            return _content(reply)
        except (OSError, http.client.HTTPException) as error:
            raise self._unreached(error) from error
        finally:
            connection.close()

    def _unreached(self, error: Exception) -> ServerUnreachable:
        port = self._port or (443 if self._secure else 80)
        why = str(error) or type(error).__name__
        return ServerUnreachable(f"no answer from {self._host}:{port} ({why}); see that the server runs, and that the address is right")

    def _stream(
        self, method: str, path: str, in_path: Mapping[str, object], query: Mapping[str, object], *, body: object = None
    ) -> Iterator[Event[Any, Any]]:
        """One that is read by GET is taken up again after its last event when the connection breaks, up to six times in a row."""
        last: str | None = None
        breaks = 0
        while True:
            headers = {"accept": "text/event-stream", **({"last-event-id": last} if last else {})}
            try:
                connection, reply = self._send(method, path, in_path, query, body, None, headers)
                try:
                    if reply.status == 204:
                        return
                    kind = reply.getheader("content-type", "nothing")
                    if not kind.startswith("text/event-stream"):
                        raise RuntimeError(f"{method} {path} was answered with {kind}, not with events")
                    for event in read_events(_lines(reply)):
                        breaks = 0
                        last = event.id or last
                        if event.data == END:
                            return
                        yield Event(event.event, json.loads(event.data), event.id)
                    return
                except (OSError, http.client.HTTPException) as error:
                    raise self._unreached(error) from error
                finally:
                    connection.close()
            except ApiError as error:
                breaks += 1
                if method != "GET" or not is_passing(error) or breaks > TRIES:
                    raise
                pause(error, breaks)

    def _send(
        self,
        method: str,
        path: str,
        in_path: Mapping[str, object],
        query: Mapping[str, object],
        body: object,
        form: Mapping[str, FormValue] | Form | None,
        more: Mapping[str, str],
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        headers = {**self._headers, **more}
        content: bytes | Form | None = None
        if form is not None:
            content = form if isinstance(form, Form) else Form(form)
            headers |= {"content-type": content.content_type, "content-length": str(content.length)}
        elif body is not None:
            content = json.dumps(body).encode()
            headers["content-type"] = "application/json"
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=self._timeout)
        try:
            connection.request(method, self._base + _target(path, in_path, query), content, headers)
            reply = connection.getresponse()
            if reply.status >= 300:
                raise _error(reply)
        except BaseException as error:
            connection.close()
            if isinstance(error, (OSError, http.client.HTTPException)):
                raise self._unreached(error) from error
            raise
        return connection, reply


def _target(path: str, in_path: Mapping[str, object], query: Mapping[str, object]) -> str:
    for name, value in in_path.items():
        path = path.replace("{" + name + "}", quote(str(value), safe=""))
    given = {name: _word(value) for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _lines(reply: http.client.HTTPResponse) -> Iterator[bytes]:
    """The lines of a reply as they come. Unlike readline(), which takes a broken connection for the end, this raises."""
    pending = b""
    while piece := reply.read1(64 * 1024):
        *lines, pending = (pending + piece).split(b"\n")
        yield from lines


def _content(reply: http.client.HTTPResponse) -> object:
    kind = (reply.getheader("content-type") or "").split(";")[0]
    data = reply.read()
    if reply.status == 204 or not kind:
        return None
    if kind == "application/json" or kind.endswith("+json"):
        return cast(object, json.loads(data))
    return data.decode("utf-8") if kind.startswith("text/") else data


def _error(reply: http.client.HTTPResponse) -> ApiError:
    try:
        body: object = json.loads(reply.read())
    except ValueError:
        body = None
    known = cast("t.ErrorBody", body) if isinstance(body, dict) and "error" in body else None
    asked = reply.getheader("retry-after")
    return ApiError(reply.status, known, float(asked) if asked and asked.isdigit() else None)


def is_passing(error: ApiError) -> bool:
    return isinstance(error, ServerUnreachable) or error.status in (429, 503)


def pause(error: ApiError, tries: int) -> None:
    asked = error.retry_after
    time.sleep(min(60.0, 0.25 * 2**tries if asked is None else asked))
