"""The client: every operation of the API, and the upload of a file from disk."""

import json
import os
import uuid
from collections.abc import Mapping
from typing import BinaryIO, cast

from . import types as t
from .form import FilePart, Form, FormValue, Progress, base_name
from .operations import Operations
from .transport import TRIES, ApiError, is_passing, pause


class Client(Operations):
    def upload(
        self,
        file: str | os.PathLike[str] | BinaryIO,
        *,
        doc_type: str,
        name: str | None = None,
        metadata: Mapping[str, object] | None = None,
        fields: Mapping[str, str] | None = None,
        on_progress: Progress | None = None,
        idempotency_key: str | None = None,
    ) -> t.UploadDocumentReply:
        """Uploads one file and tries again under the same key while the server is away or busy, up to six times.

        The title is the name where `metadata` has none. `fields`: more of the form, as `target_index` or `replace_existing`.
        `on_progress(sent, total)` is told bytes of the file.
        """
        if isinstance(file, (str, os.PathLike)):
            with open(file, "rb") as opened:
                return self._upload(opened, name or base_name(file), doc_type, metadata, fields, on_progress, idempotency_key)
        named = name or base_name(str(getattr(file, "name", "")))
        if not named:
            raise ValueError("name: this file has no name; give one, with its extension")
        return self._upload(file, named, doc_type, metadata, fields, on_progress, idempotency_key)

    def _upload(
        self,
        file: BinaryIO,
        name: str,
        doc_type: str,
        metadata: Mapping[str, object] | None,
        fields: Mapping[str, str] | None,
        on_progress: Progress | None,
        key: str | None,
    ) -> t.UploadDocumentReply:
        words = json.dumps({"title": name, "doc_type": doc_type, **(metadata or {})})
        parts: dict[str, FormValue] = {"metadata": words, **(fields or {}), "file": FilePart(name, file)}
        headers = {"idempotency-key": key or str(uuid.uuid4())}
        tries = 0
        while True:
            try:
                form = Form(parts, on_progress)
                return cast(t.UploadDocumentReply, self._call("POST", "/api/v2/upload", {}, {}, form=form, headers=headers))
            except ApiError as error:
                tries += 1
                if not is_passing(error) or tries > TRIES:
                    raise
                pause(error, tries)
