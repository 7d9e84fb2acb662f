import type { GlyphPage } from '../pdfium/pdfium.ts'
import type { Rule } from '../pdfium/rules.ts'

/** A direction within so many degrees of another is the same; within twice as many of the level one it is read as level text. */
const SAME = 15
/** Directions of one page besides that of most of its text; what stands in more is a drawing, and stays as it is. */
const MOST_DIRECTIONS = 6

/** What of a page is written in one direction. */
export interface TurnedText {
  /** Its characters, turned so that they read from left to right. */
  readonly page: GlyphPage
  /** Neither upwards nor downwards. */
  readonly aslant: boolean
  /** A place of the turned page as it is in the page's own, level text. */
  back(x: number, y: number): readonly [x: number, y: number]
}

/** A page parted by the directions of its text. */
export interface Directions {
  /** Most of the text, level, with the rules. */
  readonly level: GlyphPage
  /** Texts beside it that are written upwards, downwards or aslant. */
  readonly turned: readonly TurnedText[]
}

/** Parts a page by the directions of its text. A page that is written sideways as a whole is turned as a whole. */
export function partDirections(page: GlyphPage): Directions {
  if (isLevel(page.angles)) return { level: page, turned: [] }
  const { of, directions } = directionsOf(page)
  if (directions.length === 1 && directions[0]!.angle === 0) return { level: page, turned: [] }
  const most = directions.reduce((a, b) => (b.count > a.count ? b : a))
  const upright = most.angle % 90 === 0 ? most : { angle: 0 }
  const whole = turn(page, upright.angle, of)
  const parts = directions.filter((d) => d.angle !== upright.angle)
  const kept = parts.slice(0, MOST_DIRECTIONS)
  const left = new Set(kept.map((d) => d.angle))
  return {
    level: parts.length ? only(whole, (i) => !left.has(of[i]!)) : whole,
    turned: kept.map(({ angle }) => {
      const own = only(turn(page, angle, of), (i) => of[i] === angle)
      const [cos, sin] = cosSin(upright.angle - angle)
      return { page: { ...own, rules: [] }, aslant: angle % 90 !== 0, back: (x, y) => [x * cos + y * sin, y * cos - x * sin] }
    }),
  }
}

function isLevel(angles: Int16Array): boolean {
  for (const angle of angles) if (angle !== 0) return false
  return true
}

/** The direction of each character, and how many inked ones have it; made characters go with those before them. */
function directionsOf({ count, angles, boxes }: GlyphPage) {
  const of = new Int16Array(count)
  const directions: { angle: number; count: number }[] = []
  let last: { angle: number; count: number } | undefined
  for (let i = 0; i < count; i++) {
    const inked = boxes[i * 4 + 3]! > boxes[i * 4 + 2]!
    if (inked) {
      const angle = snapped(angles[i]!)
      if (last?.angle !== angle) {
        last = directions.find((d) => apart(d.angle, angle) < (angle === 0 || d.angle === 0 ? 1 : SAME))
        if (!last) directions.push((last = { angle, count: 0 }))
      }
      last.count++
    }
    of[i] = last?.angle ?? 0
  }
  if (directions.length === 0) directions.push({ angle: 0, count: 0 })
  return { of, directions: directions.sort((a, b) => b.count - a.count) }
}

const apart = (a: number, b: number): number => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))

/** Nearly level text is level, and nearly upright text upright. */
function snapped(angle: number): number {
  if (apart(angle, 0) <= 2 * SAME) return 0
  const quarter = (Math.round(angle / 90) * 90) % 360
  return apart(angle, quarter) <= 2 ? quarter : angle
}

const cosSin = (degrees: number): readonly [number, number] => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]

/** The page with all its places turned clockwise about the origin, so that text of this direction becomes level. */
function turn(page: GlyphPage, angle: number, of: Int16Array): GlyphPage {
  if (angle === 0) return page
  const [cos, sin] = cosSin(angle)
  const boxes = new Float32Array(page.boxes.length)
  for (let i = 0; i < page.count; i++) {
    const [left, right, bottom, top] = [page.boxes[i * 4]!, page.boxes[i * 4 + 1]!, page.boxes[i * 4 + 2]!, page.boxes[i * 4 + 3]!]
    if (top <= bottom) continue
    const [x, y] = [(left + right) / 2, (bottom + top) / 2]
    const [wide, high] =
      of[i] === angle && angle % 90 !== 0 ? slantedSize(right - left, top - bottom, cos, sin) : [right - left, top - bottom]
    const [halfWide, halfHigh] = angle % 180 === 90 ? [high / 2, wide / 2] : [wide / 2, high / 2]
    const [u, v] = [x * cos + y * sin, y * cos - x * sin]
    boxes.set([u - halfWide, u + halfWide, v - halfHigh, v + halfHigh], i * 4)
  }
  return { ...page, boxes, rules: angle % 90 === 0 ? page.rules.map((rule) => turnRule(rule, cos, sin)) : [] }
}

/** Width and height of a box of which an upright frame around it is known: W = w·cos + h·sin, H = w·sin + h·cos. */
function slantedSize(wide: number, high: number, cos: number, sin: number): readonly [number, number] {
  const [c, s] = [Math.abs(cos), Math.abs(sin)]
  const det = c * c - s * s
  // At 45° the two are one equation: of a letter as high as twice its width.
  if (Math.abs(det) < 0.2) return [wide / (3 * s), (2 * wide) / (3 * s)]
  return [Math.max(0.1, (wide * c - high * s) / det), Math.max(0.1, (high * c - wide * s) / det)]
}

/** A rule of a page that is turned by a quarter, or by two or three. */
function turnRule({ upright, at, from, to }: Rule, cos: number, sin: number): Rule {
  const [first, last] = [from, to].map((along) => {
    const [x, y] = upright ? [at, along] : [along, at]
    return { x: x * cos + y * sin, y: y * cos - x * sin }
  }) as [Record<'x' | 'y', number>, Record<'x' | 'y', number>]
  const stands = Math.abs(last.y - first.y) > Math.abs(last.x - first.x)
  const [across, along] = stands ? (['x', 'y'] as const) : (['y', 'x'] as const)
  return { upright: stands, at: first[across], from: Math.min(first[along], last[along]), to: Math.max(first[along], last[along]) }
}

/** The page with some of its characters only. */
function only(page: GlyphPage, keep: (index: number) => boolean): GlyphPage {
  const kept: number[] = []
  for (let i = 0; i < page.count; i++) if (keep(i)) kept.push(i)
  const boxes = new Float32Array(kept.length * 4)
  for (const [to, i] of kept.entries()) boxes.set(page.boxes.subarray(i * 4, i * 4 + 4), to * 4)
  return {
    ...page,
    count: kept.length,
    own: kept.filter((i) => i < page.own).length,
    codes: Int32Array.from(kept, (i) => page.codes[i]!),
    boxes,
    angles: new Int16Array(kept.length),
    sizes: Float32Array.from(kept, (i) => page.sizes[i]!),
    bold: Uint8Array.from(kept, (i) => page.bold[i]!),
  }
}
