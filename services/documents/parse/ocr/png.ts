import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const EIGHT_BITS = 8
/** Colour types of PNG by the bytes of a pixel. */
const COLOUR_TYPES = { 1: 0, 3: 2 } as const
/** Filter type `Up` of PNG 9.2: each byte less the one above it. */
const UP = 2
/** Of zlib, for grey pictures: they are there to be recognised, and live for seconds. */
const QUICK = 1

function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  const end = Buffer.alloc(4)
  end.writeUInt32BE(crc32(data, crc32(head.subarray(4))))
  return Buffer.concat([head, data, end])
}

/** A picture as a PNG file (ISO/IEC 15948): of one byte a pixel in grey, of three in red, green and blue. */
export function encodePng({ width, height, pixels }: { width: number; height: number; pixels: Uint8Array }, channels: 1 | 3 = 1): Buffer {
  const stride = width * channels
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([EIGHT_BITS, COLOUR_TYPES[channels]], 8)
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0, to = 0; y < height; y++) {
    rows[to++] = UP
    for (let at = y * stride; at < (y + 1) * stride; at++) rows[to++] = pixels[at]! - (y > 0 ? pixels[at - stride]! : 0)
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, channels === 1 ? { level: QUICK } : {})),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
