import { compact, number } from '../../parts/format.js'

/** Four digits that count; "12.4K" from ten thousand on. */
export const shortNumber = (value) => (Math.abs(value) >= 10_000 ? compact(value) : number(Number(value.toPrecision(4))))
