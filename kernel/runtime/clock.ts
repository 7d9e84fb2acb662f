export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** How far this machine's clock is ahead, where it is another one's time that is told. */
  aheadMs?(): number
}

export const systemClock: Clock = { now: () => Date.now() }
