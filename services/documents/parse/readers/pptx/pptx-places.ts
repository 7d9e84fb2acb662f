import type { Archive } from '../../../../../kernel/cell/archive.ts'
import { readPart, relationsOf } from '../../xml/package-parts.ts'
import { child, childElements, type XmlElement } from '../../xml/xml.ts'

/** A place on a slide, in EMU (914,400 an inch); y grows downwards. */
interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Placed {
  readonly shape: XmlElement
  readonly place: Place | undefined
}

/** Where the slide's layout puts a placeholder that has no place of its own. */
export type LayoutPlaces = (placeholder: XmlElement) => Place | undefined

/** From the coordinates inside a group to those outside of it. */
interface Transform {
  readonly scaleX: number
  readonly scaleY: number
  readonly x: number
  readonly y: number
}

export const IDENTITY: Transform = { scaleX: 1, scaleY: 1, x: 0, y: 0 }
/** Shapes of a slide beyond this keep the order of the file. */
const MOST_ORDERED = 500
/** Shapes that overlap by less than this share of the smaller one stand beside or below each other. */
const OVERLAP = 0.25
const FEWEST_ROWS = 3

export function placeholderIn(shape: XmlElement): XmlElement | undefined {
  const properties = childElements(shape).find((e) => e.name.startsWith('nv'))
  return child(child(properties, 'nvPr'), 'ph')
}

const numbers = (element: XmlElement | undefined, ...names: string[]): number[] | undefined => {
  const found = names.map((n) => Number(element?.attributes[n] ?? Number.NaN))
  return found.every(Number.isFinite) ? found : undefined
}

function placeOf(shape: XmlElement): Place | undefined {
  const frame = child(child(shape, 'spPr') ?? child(shape, 'grpSpPr') ?? shape, 'xfrm') ?? child(shape, 'xfrm')
  const [at, size] = [numbers(child(frame, 'off'), 'x', 'y'), numbers(child(frame, 'ext'), 'cx', 'cy')]
  return at && size && { x: at[0]!, y: at[1]!, width: size[0]!, height: size[1]! }
}

const moved = (place: Place, { scaleX, scaleY, x, y }: Transform): Place => ({
  x: place.x * scaleX + x,
  y: place.y * scaleY + y,
  width: place.width * scaleX,
  height: place.height * scaleY,
})

/** What a group's children are to be moved by (ECMA-376 part 1, 20.1.7.5 chOff and chExt). */
function transformOf(group: XmlElement): Transform {
  const frame = child(child(group, 'grpSpPr'), 'xfrm')
  const [outer, inner] = [placeOf(group), numbers(child(frame, 'chOff'), 'x', 'y')]
  const extent = numbers(child(frame, 'chExt'), 'cx', 'cy')
  if (!outer || !inner || !extent?.[0] || !extent[1]) return IDENTITY
  const [scaleX, scaleY] = [outer.width / extent[0], outer.height / extent[1]]
  return { scaleX, scaleY, x: outer.x - inner[0]! * scaleX, y: outer.y - inner[1]! * scaleY }
}

/** Text shapes and frames with their places, groups opened. Of a choice of renderings the first is taken. */
export function* shapesIn(element: XmlElement, outer: readonly Transform[]): Iterable<Placed> {
  for (const e of childElements(element)) {
    if (e.name === 'sp' || e.name === 'cxnSp' || e.name === 'graphicFrame') {
      const own = placeOf(e)
      yield { shape: e, place: own && outer.reduceRight(moved, own) }
    } else if (e.name === 'AlternateContent') yield* shapesIn(child(e, 'Choice') ?? child(e, 'Fallback') ?? e, outer)
    else if (e.name === 'grpSp') yield* shapesIn(e, [...outer, transformOf(e)])
    else if (/^(cSld|spTree)$/.test(e.name)) yield* shapesIn(e, outer)
  }
}

/** The places of the placeholders of a slide's layout, by their number, else by their role. */
export async function layoutPlaces(archive: Archive, slide: string): Promise<LayoutPlaces> {
  const layout = (await relationsOf(archive, slide)).find((r) => r.type.endsWith('/slideLayout'))
  const part = layout && (await readPart(archive, layout.target))
  const placed = part ? [...shapesIn(part, [IDENTITY])].map(({ shape, place }) => ({ holder: placeholderIn(shape), place })) : []
  return ({ attributes: { idx, type } }) =>
    (
      placed.find((p) => idx !== undefined && p.holder?.attributes.idx === idx) ??
      placed.find((p) => p.holder && p.holder.attributes.type === type)
    )?.place
}

/**
 * Shapes as they are read: bands from the top, columns in a band from the left, each to its end. The order of the file, which is the one of screen
 * readers, stays where a shape has no place, and among shapes that lie over each other.
 */
export function inOrder(shapes: readonly Placed[], places: LayoutPlaces): XmlElement[] {
  const all = shapes.map(({ shape, place }) => {
    const holder = placeholderIn(shape)
    return { shape, place: place ?? (holder && places(holder)) }
  })
  const known = all.flatMap(({ shape, place }) => (place ? [{ shape, place }] : []))
  if (known.length < all.length || all.length > MOST_ORDERED) return all.map(({ shape }) => shape)
  return cut(known, 0).map(({ shape }) => shape)
}

interface Known {
  readonly shape: XmlElement
  readonly place: Place
}

const across = ({ place }: Known) => [place.x, place.x + place.width] as const
const down = ({ place }: Known) => [place.y, place.y + place.height] as const

/** Recursive XY-cut (Nagy and Seth 1984): bands first, but columns that go on through several of them are read each to its end. */
function cut(shapes: readonly Known[], depth: number): readonly Known[] {
  if (shapes.length < 2 || depth > 20) return shapes
  const bands = split(shapes, down)
  if (bands.length > 1) return throughBands(bands).flatMap((b) => (b.length > 1 ? columnsOf(b, depth) : cut(b[0]!, depth + 1)))
  return columnsOf(bands, depth)
}

function columnsOf(bands: readonly Known[][], depth: number): readonly Known[] {
  const shapes = bands.flat()
  const columns = split(shapes, across)
  return columns.length > 1 ? columns.flatMap((c) => cut(c, depth + 1)) : shapes
}

/** Stretches of bands with the same columns; rows like those of a table stay apart. */
function throughBands(bands: readonly Known[][]): Known[][][] {
  const stretches: Known[][][] = []
  for (const band of bands) {
    const last = stretches.at(-1)
    if (last && sameColumns(last.flat(), band)) last.push(band)
    else stretches.push([band])
  }
  return stretches.flatMap((stretch) => {
    const width = split(stretch.flat(), across).length
    const tabular = stretch.length >= FEWEST_ROWS && stretch.every((b) => b.length === width)
    return tabular ? stretch.map((b) => [b]) : [stretch]
  })
}

function sameColumns(above: readonly Known[], below: readonly Known[]): boolean {
  const columns = split([...above, ...below], across)
  const both = columns.every((c) => c.some((s) => above.includes(s)) && c.some((s) => below.includes(s)))
  return columns.length > 1 && both
}

/** Groups along an axis that share (nearly) none of it, each in the order of the file. */
function split(shapes: readonly Known[], extent: (s: Known) => readonly [from: number, to: number]): Known[][] {
  const sorted = shapes.map((s, i) => ({ s, i, from: extent(s)[0], to: extent(s)[1] })).sort((a, b) => a.from - b.from || a.i - b.i)
  const groups: (typeof sorted)[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const item of sorted) {
    const last = groups.at(-1)?.at(-1)
    const shorter = last ? Math.min(last.to - last.from, item.to - item.from) : 0
    if (end - item.from > OVERLAP * shorter) groups.at(-1)!.push(item)
    else groups.push([item])
    end = Math.max(end, item.to)
  }
  return groups.map((group) => group.sort((a, b) => a.i - b.i).map(({ s }) => s))
}
