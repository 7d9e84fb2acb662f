import type { FastifyHelmetOptions } from '@fastify/helmet'

const self = "'self'"
const none = "'none'"

/** Scripts and styles come from /assets alone: nothing inline runs, whatever gets into a page. */
export const securityHeaders: FastifyHelmetOptions = {
  global: true,
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
}
