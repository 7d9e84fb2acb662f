import {
  BLOCK,
  createDotKernel,
  createMemory,
  DATA_AT,
  type DotKernel,
  MAX_WIDTH,
  QUERY_AT,
  RESULTS_AT,
  ROWS_AT,
  STEP,
  type WasmMemory,
} from './dot-kernel.ts'

const PAGE = 65_536

/**
 * Unit vectors by slot with 8 bits a number and a scale a vector: a quarter of the memory of the floats, and products come from SIMD.
 * Products are off by less than a hundredth; `nearest` sorts the best ones again by the stored floats.
 */
export interface Vectors {
  readonly dimensions: number
  /** Bytes of a slot's numbers. */
  readonly stride: number
  /** The bytes of the slots below `end`: their scales and their numbers. The views are good until a slot is set. */
  bytesOf(end: number): { readonly scales: Uint8Array; readonly rows: Uint8Array }
  /** A hidden vector is passed over by `scan` until `show`. */
  set(slot: number, vector: Float32Array | undefined, hidden?: boolean): void
  show(slot: number): void
  /** Calls `visit` with the approximate product of the query and each slot that has a vector and passes. */
  scan(
    query: Float32Array,
    end: number,
    passes: ((slot: number) => boolean) | undefined,
    visit: (slot: number, product: number) => void,
  ): void
}

/** The scale that maps the largest number to 127. */
function quantise(vector: Float32Array, into: Int8Array | Int16Array, at: number): number {
  let largest = 0
  for (const x of vector) largest = Math.max(largest, Math.abs(x))
  const scale = largest / 127 || 1
  for (let i = 0; i < vector.length; i++) into[at + i] = Math.round(vector[i]! / scale)
  return scale
}

export function createVectors(dimensions: number, expected: number): Vectors {
  if (dimensions > MAX_WIDTH) throw new Error(`vectors of ${dimensions} numbers are too long`)
  const stride = Math.ceil(dimensions / STEP) * STEP
  const pagesFor = (slots: number) => Math.ceil((DATA_AT + slots * stride) / PAGE)
  /** Made with the first vector, since each memory reserves 4 GiB of addresses; many indexes hold none. */
  let engine: { readonly memory: WasmMemory; readonly dot: DotKernel } | undefined
  let bytes = new Int8Array(0)
  /** 0 where there is no vector, negative where it is hidden. */
  let scales = new Float32Array(Math.max(64, expected))

  const start = () => {
    const memory = createMemory(pagesFor(scales.length))
    return { memory, dot: createDotKernel(memory) }
  }
  const reserve = (slot: number) => {
    if (slot >= scales.length) {
      const old = scales
      scales = new Float32Array(Math.max(slot + 1, old.length * 2))
      scales.set(old)
    }
    const { memory } = (engine ??= start())
    const missing = pagesFor(scales.length) - memory.buffer.byteLength / PAGE
    if (missing > 0) memory.grow(missing)
    if (bytes.buffer !== memory.buffer) bytes = new Int8Array(memory.buffer)
  }

  return {
    dimensions,
    stride,
    bytesOf(end) {
      reserve(Math.max(0, end - 1))
      return { scales: new Uint8Array(scales.buffer, 0, end * 4), rows: new Uint8Array(bytes.buffer, DATA_AT, end * stride) }
    },
    set(slot, vector, hidden = false) {
      if (vector) {
        reserve(slot)
        const scale = quantise(vector, bytes, DATA_AT + slot * stride)
        scales[slot] = hidden ? -scale : scale
      } else if (slot < scales.length) scales[slot] = 0
    },
    show(slot) {
      if (slot < scales.length) scales[slot] = Math.abs(scales[slot]!)
    },
    scan(query, end, passes, visit) {
      if (!engine) return
      const { memory, dot } = engine
      const numbers = new Int16Array(memory.buffer, QUERY_AT, stride).fill(0)
      const queryScale = quantise(query, numbers, 0)
      const rows = new Uint32Array(memory.buffer, ROWS_AT, BLOCK)
      const results = new Int32Array(memory.buffer, RESULTS_AT, BLOCK)
      let count = 0
      const flush = () => {
        if (count > 0) dot(count, stride)
        for (let i = 0; i < count; i++) visit(rows[i]!, results[i]! * queryScale * scales[rows[i]!]!)
        count = 0
      }
      for (let slot = 0, last = Math.min(end, scales.length); slot < last; slot++) {
        if (scales[slot]! <= 0 || (passes && !passes(slot))) continue
        rows[count++] = slot
        if (count === BLOCK) flush()
      }
      flush()
    },
  }
}
