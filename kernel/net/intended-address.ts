import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where a model server may stand: on the internet, on this machine, in a network of one's own. */
const RANGES: ReadonlySet<string> = new Set(['unicast', 'loopback', 'private', 'uniqueLocal', 'carrierGradeNat'])
/** What answers there tells a machine's own credentials (AWS, Google, Alibaba, Azure), outside of the link-local ranges. */
const METADATA = new Set(
  ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'].map((a) => ipaddr.parse(a).toString()),
)
const METADATA_NAMES = /^(?:metadata|metadata\.google\.internal|instance-data(?:\..+)?|metadata\.tencentyun\.com)$/

const REFUSED = 'must not lead to a link-local or metadata address, where a machine keeps its own credentials'

/** Whether an IP address, in any of its spellings, is one that an administrator may mean. */
export function isIntendedIp(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return RANGES.has(parsed.range()) && !METADATA.has(parsed.toString())
}

/**
 * An http or https address that an administrator names: loopback and private ones are meant, because models run there. Credentials,
 * link-local and metadata addresses are refused, in every spelling; what a name leads to is checked at the connection (`intendedLookup`).
 */
export function intendedUrl(text: string): { readonly url: URL } | { readonly problem: string } {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return { problem: 'must be an http or https address' }
  if (url.username || url.password) return { problem: 'must not hold a user name or password; the key has a field of its own' }
  if (url.search || url.hash) return { problem: 'must end with its path, without ? and #' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const refused = ipaddr.isValid(host) ? !isIntendedIp(host) : METADATA_NAMES.test(host.replace(/\.$/, ''))
  return refused ? { problem: REFUSED } : { url }
}

/** The `lookup` of connections to such addresses: what is connected to is what was checked. Fails with EREFUSEDADDRESS. */
export const intendedLookup =
  (lookup: typeof systemLookup = systemLookup): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isIntendedIp(address)))
        return done(Object.assign(new Error(`the address ${REFUSED}`), { code: 'EREFUSEDADDRESS' }), '')
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
