"""Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) read from lines of bytes."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class ServerEvent(NamedTuple):
    event: str
    data: str
    id: str | None


def read_events(lines: Iterable[bytes]) -> Iterator[ServerEvent]:
    """The events as they come; comments, blocks without data and an unfinished last block are left out."""
    event, event_id, data = "message", None, list[str]()
    for raw in lines:
        line = raw.decode("utf-8").rstrip("\r\n")
        if not line:
            if data:
                yield ServerEvent(event, "\n".join(data), event_id)
            event, event_id, data = "message", None, []
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            event = value
        elif field == "id":
            event_id = value
        elif field == "data":
            data.append(value)
