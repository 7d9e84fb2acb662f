"""A client of Millrace: `Client(url).upload(...)`, `.flexible_rag(...)`, `.stream_follow_upload(...)`, and a method for every other operation."""

from .client import Client
from .transport import ApiError, Event, FilePart, FormValue, ServerUnreachable

__all__ = ["ApiError", "Client", "Event", "FilePart", "FormValue", "ServerUnreachable"]
