/** Among smaller pieces are those that the form's parser cuts from a buffer of its own (as long as a boundary), which it goes on using. */
const LEAST_BYTES = 4096

/**
 * Takes pieces of a request's body, in their order, when their bytes are used no more, and gives their memory back at once: left to the
 * garbage collector, a few uploads make it search the whole heap. The newest piece's memory is kept, since what follows it in the form
 * may lie in it. Pieces that are the lesser part of their memory share it with strangers (Node's pool) and are left alone.
 */
export function releaseReceived(): (piece: Uint8Array) => void {
  let last: ArrayBuffer | undefined
  return (piece) => {
    const memory = piece.buffer
    if (memory === last) return
    last?.transfer(0)
    const whole = piece.byteLength >= LEAST_BYTES && piece.byteLength * 2 > memory.byteLength
    last = whole && memory instanceof ArrayBuffer ? memory : undefined
  }
}
