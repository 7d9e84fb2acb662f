import type { Access, AccessRule } from '../app/app.ts'

/** How a caller shows who it is. Each counts in its header only, never in the URL. */
export const securitySchemes = {
  subscriptionKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Ocp-Apim-Subscription-Key',
    description: 'Required if SUBSCRIPTION_KEYS is set.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Token of the configured issuer (RS256 or ES256) with the audience and role of the API. Required if OIDC is configured.',
  },
  proxySecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Runtime-Admin-Proxy-Secret',
    description: 'Secret of operators, usually added by their gateway.',
  },
  widgetToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Token with the audience and role of the widget.' },
} as const

type Requirement = Readonly<Record<string, readonly string[]>>
const both: Requirement = { subscriptionKey: [], bearer: [] }

const requirements: Readonly<Record<Access, readonly Requirement[]>> = {
  open: [],
  key: [{ subscriptionKey: [] }],
  api: [both],
  admin: [both],
  strict: [both],
  operator: [{ proxySecret: [] }, both],
  frame: [{ widgetToken: [] }],
}

/** What a route asks for; where the request decides, nothing may be enough. */
export const securityOf = (rule: AccessRule): readonly Requirement[] => (typeof rule === 'function' ? [{}, both] : requirements[rule])
