import ipaddr from 'ipaddr.js'

/** Of IPv6, what is given out as global unicast (RFC 4291 §2.4); older forms with an IPv4 address inside lie below it. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** Addresses of the internet by their range that lead to the machine's own platform: Azure's, the same in every one of its networks. */
const PLATFORM = new Set(['168.63.129.16'])
/** Names that lead to this machine or into somebody's own network (RFC 6761, RFC 6762, RFC 8375 and custom). */
const OWN_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)$/

/** Whether an IP address, in any of its spellings, belongs to the internet: neither private, loopback, link-local nor set aside. */
export function isPublicIp(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && !PLATFORM.has(parsed.toString()) && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6))
}

/**
 * An https address of the internet as one of its users writes it, or what is wrong with it. Credentials, private addresses in every
 * spelling (decimal, octal, short, IPv4 within IPv6) and names of networks of one's own are refused; what a name leads to is for
 * `leadsToPublic` and, at the connection, for `publicLookup`. Hand on `url.href`: a text may mean another host to another reader.
 */
export function publicUrl(text: string): { readonly url: URL } | { readonly problem: string } {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:') return { problem: 'must be an https address' }
  if (url.username || url.password) return { problem: 'must not hold a user name or password' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host)) return isPublicIp(host) ? { url } : { problem: 'must not lead into a private network' }
  const name = host.replace(/\.$/, '')
  if (!name.includes('.') || OWN_NAMES.test(name)) return { problem: 'must not lead into a private network' }
  return { url }
}
