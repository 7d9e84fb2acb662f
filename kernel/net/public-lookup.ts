import { lookup as systemLookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicIp } from './public-address.ts'

/** Every address of a name; empty where nobody knows it. */
export type ResolveName = (name: string) => Promise<readonly string[]>

/** Asks the name servers, and holds up no thread that files are read with. */
const asked = new Resolver({ timeout: 1_000, tries: 1 })
const resolveName: ResolveName = async (name) => {
  const answers = await Promise.allSettled([asked.resolve4(name), asked.resolve6(name)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/**
 * Whether no address of the host is private, as its name resolves at this moment. For addresses that somebody else will call: a name
 * that is not known here passes, and may lead elsewhere when it is called.
 */
export async function leadsToPublic({ hostname }: URL, resolve: ResolveName = resolveName): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return (isIP(host) ? [host] : await resolve(host)).every(isPublicIp)
}

/**
 * The `lookup` of connections that may reach the internet alone, for agents of `node:http` and `node:https` and the `connect` of
 * undici: what is connected to is what was checked, so that a name which changes its mind gains nothing. Fails with EPRIVATE where any
 * address of the name is not public. Hosts that are addresses themselves are not looked up: `publicUrl` comes first.
 */
export const publicLookup =
  (lookup: typeof systemLookup = systemLookup): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicIp(address)))
        return done(Object.assign(new Error('the name leads into a private network'), { code: 'EPRIVATE' }), '')
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
