/** What is wrong with a store's connection: a stable word, and a sentence that says what to do. */
export interface Diagnosis {
  readonly reason: string
  readonly message: string
}

const textOf = (value: unknown, key: string): string =>
  typeof value === 'object' && value !== null && key in value ? String((value as Record<string, unknown>)[key]) : ''

/** A network error's word; clients of stores wrap some of them. */
export const networkCode = (error: unknown): string =>
  textOf(error, 'code') || textOf(error instanceof Error ? error.cause : undefined, 'code')

/** Clocks further apart than this are refused by stores that check signatures, in milliseconds: both Azure and S3 document 15 minutes. */
const CLOCK_TOLERANCE_MS = 15 * 60_000

/** The diagnosis of a clock that is off, judged by the `Date` of the store's reply; undefined where the two agree or none was sent. */
export function clockDiagnosis(date: string | undefined, now: number, service: string): Diagnosis | undefined {
  const offMs = now - Date.parse(date ?? '')
  if (!(Math.abs(offMs) > CLOCK_TOLERANCE_MS)) return undefined
  const minutes = Math.round(Math.abs(offMs) / 60_000)
  return {
    reason: 'clock_skew',
    message: `This machine's clock is ${minutes} minutes ${offMs > 0 ? 'ahead of' : 'behind'} ${service}'s; set it by NTP.`,
  }
}

/** The diagnosis of a store that cannot be reached; `unknownName` says what a name that does not resolve may mean. */
export function unreachable(code: string, host: string, unknownName: string): Diagnosis {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { reason: 'no_dns', message: `The name ${host} does not resolve (${code}): ${unknownName}, or this machine has no DNS.` }
  if (/CERT|TLS|SSL/.test(code)) return { reason: 'tls', message: `The certificate of ${host} is not accepted (${code}).` }
  if (code === 'ECONNREFUSED') return { reason: 'refused', message: `Nothing listens at ${host} (${code}).` }
  return { reason: 'unreachable', message: `${host} does not answer${code ? ` (${code})` : ''}; check network, firewall and proxy.` }
}
