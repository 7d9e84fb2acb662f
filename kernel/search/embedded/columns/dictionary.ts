/** Values by number (code): equal values, told by their keys, have equal codes. A code that nothing uses goes to the next new value. */
export interface Dictionary<T> {
  readonly values: T[]
  readonly codes: Map<string, number>
  /** How often each code is used. */
  readonly uses: number[]
  readonly free: number[]
}

export const createDictionary = <T>(): Dictionary<T> => ({ values: [], codes: new Map(), uses: [], free: [] })

/** The code of a value, used once more. */
export function take<T>({ values, codes, uses, free }: Dictionary<T>, key: string, value: T): number {
  const known = codes.get(key)
  const code = known ?? free.pop() ?? values.length
  if (known === undefined) {
    codes.set(key, code)
    values[code] = value
    uses[code] = 0
  }
  uses[code]!++
  return code
}

/** One use less; `key` is the one that the code was taken with. */
export function release<T>({ codes, uses, free }: Dictionary<T>, code: number, key: string): void {
  if (--uses[code]! > 0) return
  codes.delete(key)
  free.push(code)
}
