import type { Prefixes } from '../../xml/cursor.ts'

const transitional = (path: string): string => `http://schemas.openxmlformats.org/${path}`
const both = (path: string, strict: string): readonly string[] => [transitional(path), `http://purl.oclc.org/ooxml/${strict}`]

/** Prefixes of the namespaces that a Word document's text stands in, as all known programs write them: transitional and strict. */
export const WORD_PREFIXES: Prefixes = {
  w: both('wordprocessingml/2006/main', 'wordprocessingml/main'),
  r: both('officeDocument/2006/relationships', 'officeDocument/relationships'),
  wp: both('drawingml/2006/wordprocessingDrawing', 'drawingml/wordprocessingDrawing'),
  a: both('drawingml/2006/main', 'drawingml/main'),
  pic: both('drawingml/2006/picture', 'drawingml/picture'),
  mc: [transitional('markup-compatibility/2006')],
  v: ['urn:schemas-microsoft-com:vml'],
}
