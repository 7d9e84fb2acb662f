/** A straight line of the page, level or upright, in points; y grows upwards. `from` is less than `to`. */
export interface Rule {
  readonly upright: boolean
  /** x of an upright rule, y of a level one. */
  readonly at: number
  readonly from: number
  readonly to: number
}

/** PDFium's C functions (public/fpdf_edit.h) for what is drawn on a page. */
export interface DrawingFunctions {
  _FPDFPage_CountObjects(page: number): number
  _FPDFPage_GetObject(page: number, index: number): number
  _FPDFPageObj_GetType(object: number): number
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number
  _FPDFFormObj_CountObjects(form: number): number
  _FPDFFormObj_GetObject(form: number, index: number): number
  _FPDFPath_CountSegments(path: number): number
  _FPDFPath_GetPathSegment(path: number, index: number): number
  _FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number
  _FPDFPathSegment_GetType(segment: number): number
  _FPDFPathSegment_GetClose(segment: number): number
  HEAPU8: Uint8Array
}

export interface Drawing {
  readonly rules: readonly Rule[]
  /** Whether the page shows anything: text, lines or pictures. */
  readonly drawn: boolean
  /** Whether a picture is among it. */
  readonly pictured: boolean
}

/** FPDF_PAGEOBJ_PATH, FPDF_PAGEOBJ_IMAGE, FPDF_PAGEOBJ_FORM; FPDF_SEGMENT_LINETO, FPDF_SEGMENT_MOVETO. */
const [PATH, IMAGE, FORM, LINE_TO, MOVE_TO] = [2, 3, 5, 0, 2]
const DEEPEST = 3
/** A page with more than this is a drawing, not a ruled text. */
const MOST_OBJECTS = 20_000
const MOST_SEGMENTS = 8_000
const SHORTEST = 4
/** How far the ends of a level or upright line may differ, in points. */
const SLANT = 0.6

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
type Point = readonly [x: number, y: number]
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** m first, then n (ISO 32000-1, 8.3.4). */
const times = ([a, b, c, d, e, f]: Matrix, n: Matrix): Matrix => [
  a * n[0] + b * n[2],
  a * n[1] + b * n[3],
  c * n[0] + d * n[2],
  c * n[1] + d * n[3],
  e * n[0] + f * n[2] + n[4],
  e * n[1] + f * n[3] + n[5],
]

/** Reads the rules of a loaded page. `scratch` is memory of the module for six numbers. */
export function readDrawing(native: DrawingFunctions, page: number, scratch: number): Drawing {
  const count = native._FPDFPage_CountObjects(page)
  const state = { rules: [] as Rule[], segments: 0, objects: 0, pictured: false }
  const walk = (object: number, matrix: Matrix, depth: number): void => {
    if (!object || ++state.objects > MOST_OBJECTS || state.segments > MOST_SEGMENTS) return
    const type = native._FPDFPageObj_GetType(object)
    if (type === IMAGE) state.pictured = true
    if (type !== PATH && (type !== FORM || depth >= DEEPEST)) return
    const whole = times(matrixOf(native, object, scratch), matrix)
    if (type === PATH) readPath(native, object, whole, scratch, state)
    const inside = type === FORM ? native._FPDFFormObj_CountObjects(object) : 0
    for (let i = 0; i < inside; i++) walk(native._FPDFFormObj_GetObject(object, i), whole, depth + 1)
  }
  for (let i = 0; i < count; i++) walk(native._FPDFPage_GetObject(page, i), IDENTITY, 0)
  const drawing = state.objects > MOST_OBJECTS || state.segments > MOST_SEGMENTS
  return { rules: drawing ? [] : state.rules, drawn: count > 0, pictured: state.pictured }
}

const floatsAt = (native: DrawingFunctions, pointer: number, count: number): Float32Array =>
  new Float32Array(native.HEAPU8.buffer, pointer, count)

function matrixOf(native: DrawingFunctions, object: number, scratch: number): Matrix {
  if (!native._FPDFPageObj_GetMatrix(object, scratch)) return IDENTITY
  const m = floatsAt(native, scratch, 6)
  return [m[0]!, m[1]!, m[2]!, m[3]!, m[4]!, m[5]!]
}

function readPath(
  native: DrawingFunctions,
  path: number,
  [a, b, c, d, e, f]: Matrix,
  scratch: number,
  state: { rules: Rule[]; segments: number },
): void {
  const count = native._FPDFPath_CountSegments(path)
  state.segments += count
  if (state.segments > MOST_SEGMENTS) return
  let start: Point | undefined
  let last: Point | undefined
  let place = floatsAt(native, scratch, 2)
  for (let i = 0; i < count; i++) {
    const segment = native._FPDFPath_GetPathSegment(path, i)
    if (!native._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4)) continue
    if (place.buffer !== native.HEAPU8.buffer) place = floatsAt(native, scratch, 2)
    const [x, y] = [place[0]!, place[1]!]
    const point: Point = [a * x + c * y + e, b * x + d * y + f]
    const type = native._FPDFPathSegment_GetType(segment)
    if (type === MOVE_TO) start = point
    else if (type === LINE_TO && last) addRule(state.rules, last, point)
    if (start && native._FPDFPathSegment_GetClose(segment)) addRule(state.rules, point, start)
    last = point
  }
}

function addRule(rules: Rule[], [x0, y0]: Point, [x1, y1]: Point): void {
  const [wide, high] = [Math.abs(x1 - x0), Math.abs(y1 - y0)]
  if (wide >= SHORTEST && high <= SLANT) rules.push({ upright: false, at: (y0 + y1) / 2, from: Math.min(x0, x1), to: Math.max(x0, x1) })
  else if (high >= SHORTEST && wide <= SLANT) rules.push({ upright: true, at: (x0 + x1) / 2, from: Math.min(y0, y1), to: Math.max(y0, y1) })
}
