import type { Dependency } from '../runtime/health.ts'
import type { Blobs } from './blobs.ts'

const MEGABYTE = 1024 * 1024

/** How much of a disk uploads leave free: the smaller of the two counts. */
interface KeptFree {
  readonly min_free_mb: number
  readonly min_free_percent: number
}

/** Rounded down to tenths. */
export const inMegabytes = (bytes: number): number => Math.floor(bytes / (MEGABYTE / 10)) / 10

/** Bytes of a disk of this size that uploads leave free: what the platform itself needs to go on with what it has. */
export const keptFree = ({ min_free_mb, min_free_percent }: KeptFree, total: number): number =>
  Math.floor(Math.min(min_free_mb * MEGABYTE, (total * min_free_percent) / 100))

/** Tells of a disk that has less free than is to be kept: uploads are refused then, everything else goes on. */
export const diskSpace = (blobs: Pick<Blobs, 'room'>, config: { readonly storage: KeptFree }): Dependency => ({
  name: 'disk_space',
  required: false,
  async check() {
    const room = await blobs.room?.()
    const kept = room ? keptFree(config.storage, room.total) : 0
    if (room && room.free < kept)
      throw new Error(`the disk has ${inMegabytes(room.free)} MB free, less than the ${inMegabytes(kept)} MB that are kept`)
  },
})
