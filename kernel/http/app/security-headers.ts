import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

const self = "'self'"
const none = "'none'"

/** Scripts and styles come from /assets alone: nothing inline runs, whatever gets into a page. */
const addHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: [none],
      scriptSrc: [self],
      styleSrc: [self],
      imgSrc: [self, 'data:', 'blob:'],
      fontSrc: [self],
      connectSrc: [self],
      workerSrc: [self],
      manifestSrc: [self],
      frameSrc: [self],
      objectSrc: [none],
      baseUri: [none],
      formAction: [self],
      frameAncestors: [self],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
})

/** The headers of every reply, by their names in small letters. Nothing in them depends on the request, so they are made once. */
export const securityHeaders: Readonly<Record<string, string>> = Object.freeze(madeOnce())

function madeOnce(): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const reply = new ServerResponse(request)
  addHeaders(request, reply, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name.toLowerCase(), String(value)]))
}

/** The policy of a page that may also reach these origins: an identity provider's, for the exchange and the renewal of tokens. */
export const policyReaching = (origins: readonly string[]): string =>
  securityHeaders['content-security-policy']!.replace("connect-src 'self'", (own) => [own, ...origins].join(' '))
