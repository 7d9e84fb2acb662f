/** Where a call went that failed, as operators read it. */
export const addressOf = (address: string): string => `The address is ${shownAddress(address)}.`

/** An address as people may see it: without credentials, query and fragment. */
export function shownAddress(address: string): string {
  const url = URL.parse(address)
  if (!url) return 'an address that cannot be read'
  return `${url.protocol}//${url.host}${url.pathname}`.replace(/\/+$/, '')
}
