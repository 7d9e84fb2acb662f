import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly data: string | Buffer
  /** Size that the headers claim; the real one when absent. */
  readonly claimedSize?: number
  /** Points the directory at this entry's data instead of its own. */
  readonly sameDataAs?: number
  /** Sets the bit that says the data is encrypted. */
  readonly encrypted?: boolean
}

/** A ZIP archive (APPNOTE 6.3.10), also a lying one, for tests. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  const offsets: number[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const raw = Buffer.from(entry.data)
    const packed = deflateRawSync(raw)
    const at = entry.sameDataAs === undefined ? offset : (offsets[entry.sameDataAs] ?? 0)
    offsets.push(at)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(entry.encrypted ? 1 : 0, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(entry.claimedSize ?? raw.length, 18)
    fields.writeUInt16LE(name.length, 22)
    if (entry.sameDataAs === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, packed])
      parts.push(local)
      offset += local.length
    }
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, tail, name]))
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end])
}
