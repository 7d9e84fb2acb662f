import type { Access, AccessRule } from '../app/app.ts'

/** How a caller shows who it is. Each counts in its header only, never in the URL. */
export const securitySchemes = {
  subscriptionKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Ocp-Apim-Subscription-Key',
    description: 'Asked for where SUBSCRIPTION_KEYS is set.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token of the configured issuer (RS256 or ES256) with the audience and role of the API. Asked for where OIDC is set.',
  },
  proxySecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Runtime-Admin-Proxy-Secret',
    description: 'The secret that the operators’ gateway adds.',
  },
  widgetToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A token with the widget’s audience and role.' },
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
