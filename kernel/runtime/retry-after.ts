/** Milliseconds to wait as the headers say: `retry-after-ms`, or `Retry-After` in seconds or as an HTTP date. */
export function retryAfterOf(headers: Headers | undefined, now: number): number | undefined {
  const exact = headers?.get('retry-after-ms')
  if (exact && Number.isFinite(Number(exact))) return Math.max(0, Number(exact))
  const value = headers?.get('retry-after')
  if (!value) return undefined
  const ms = Number.isFinite(Number(value)) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
