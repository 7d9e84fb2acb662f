import { credentials } from '../../shell/session.js'

const dark = matchMedia('(prefers-color-scheme: dark)')
const { dataset } = document.documentElement
const isDark = () => (dataset.theme ? dataset.theme === 'dark' : dark.matches)

giveNonceToStyles()
await loadViewer()
const viewer = globalThis.Scalar.createApiReference('#viewer', configuration())
new MutationObserver(update).observe(document.documentElement, { attributeFilter: ['data-theme'] })
dark.addEventListener('change', update)

function update() {
  viewer.updateConfiguration(configuration())
}

/** Nothing leaves this server: fonts, proxy, telemetry, agent, registry and the hosted client are off. */
function configuration() {
  const { key, token } = credentials()
  return {
    url: '/api/v2/openapi.json',
    servers: [{ url: location.origin }],
    theme: 'none',
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true, hideAddApi: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    hideDarkModeToggle: true,
    forceDarkModeState: isDark() ? 'dark' : 'light',
    persistAuth: false,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    authentication: {
      preferredSecurityScheme: [key && 'subscriptionKey', token && 'bearer'].filter(Boolean),
      securitySchemes: { subscriptionKey: { value: key }, bearer: { token } },
    },
  }
}

function loadViewer() {
  const { promise, resolve, reject } = Promise.withResolvers()
  const script = document.createElement('script')
  Object.assign(script, { src: '/docs/api/viewer.js', onload: resolve, onerror: reject })
  document.head.append(script)
  return promise
}

/** The viewer's style sheets carry the nonce of this response. Its own code gives it to the first one alone. */
function giveNonceToStyles() {
  const { content } = document.querySelector('meta[property=csp-nonce]')
  const create = document.createElement.bind(document)
  document.createElement = (name, options) => {
    const node = create(name, options)
    if (name === 'style') node.nonce = content
    return node
  }
}
