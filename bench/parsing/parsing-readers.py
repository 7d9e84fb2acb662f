"""Reads documents with Python libraries for parsing.ts: names of files on stdin, one JSON object a file and reader on stdout."""

import csv
import importlib
import io
import json
import sys
import time


def pypdf_text(path):
    return "\n".join(page.extract_text() for page in importlib.import_module("pypdf").PdfReader(path).pages)


def pymupdf_text(path):
    with importlib.import_module("pymupdf").open(path) as document:
        return "\n".join(page.get_text() for page in document)


def docx_text(path):
    docx = importlib.import_module("docx")
    lines = []
    for part in docx.Document(path).iter_inner_content():
        if hasattr(part, "rows"):
            lines += [" | ".join(cell.text for cell in row.cells) for row in part.rows]
        else:
            lines.append(part.text)
    return "\n".join(lines)


def openpyxl_text(path):
    book = importlib.import_module("openpyxl").load_workbook(path, data_only=True, read_only=True)
    rows = (row for sheet in book.worksheets for row in sheet.iter_rows(values_only=True))
    return "\n".join(" | ".join(str(v) for v in row if v is not None) for row in rows)


def pptx_text(path):
    lines = []
    for slide in importlib.import_module("pptx").Presentation(path).slides:
        for shape in slide.shapes:
            if shape.has_text_frame:
                lines.append(shape.text_frame.text)
            if shape.has_table:
                lines += [" | ".join(cell.text for cell in row.cells) for row in shape.table.rows]
        if slide.has_notes_slide:
            lines.append(slide.notes_slide.notes_text_frame.text)
    return "\n".join(lines)


def csv_text(path):
    with open(path, "rb") as file:
        text = file.read().decode("utf-8")
    return "\n".join(" | ".join(row) for row in csv.reader(io.StringIO(text, newline="")))


READERS = {
    "pdf": [("pypdf", "pypdf", pypdf_text), ("pymupdf", "pymupdf", pymupdf_text)],
    "docx": [("python-docx", "docx", docx_text)],
    "xlsx": [("openpyxl", "openpyxl", openpyxl_text)],
    "pptx": [("python-pptx", "pptx", pptx_text)],
    "csv": [("python csv", "csv", csv_text)],
}


def importable(module):
    try:
        importlib.import_module(module)
        return True
    except ImportError:
        return False


def main():
    readers = {kind: [r for r in rs if importable(r[1])] for kind, rs in READERS.items()}
    for path in sys.stdin.read().splitlines():
        for name, _, read in readers.get(path.rsplit(".", 1)[-1].lower(), []):
            started = time.perf_counter()
            reply = {"path": path, "reader": name}
            try:
                reply["text"] = read(path).encode("utf-8", "replace").decode("utf-8")
            except Exception as error:  # a library that fails on a file is a result of the comparison
                reply["error"] = f"{type(error).__name__}: {error}"[:200]
            reply["ms"] = (time.perf_counter() - started) * 1000
            print(json.dumps(reply), flush=True)


main()
