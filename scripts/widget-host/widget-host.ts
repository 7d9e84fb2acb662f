// npm run widget-host [-- http://127.0.0.1:8080 [port]]: a page of another application that embeds the widget. With the WIDGET_TOKEN_
// variables its server fetches widget tokens by client credentials; without them it has none.
import { parseEnv } from '../../kernel/runtime/env.ts'
import { mintToken, missingForMinting } from '../../services/reports/widget/mint-token.ts'
import { printHelp } from '../print-help.ts'
import { startWidgetHost } from './start-widget-host.ts'

export const USAGE = `Serves a page of another application that embeds the widget of a running server.

  npm run widget-host -- [SERVER [PORT]]     (default: http://127.0.0.1:8080 8090)

Set the WIDGET_TOKEN_ variables to fetch widget tokens by client credentials.`

if (import.meta.main) {
  printHelp(USAGE)
  const [platform = 'http://127.0.0.1:8080', port = '8090'] = process.argv.slice(2)
  const env = parseEnv(process.env)
  const missing = missingForMinting(env)
  const host = await startWidgetHost({
    port: Number(port),
    platform: () => new URL(platform).origin,
    token: async () => (missing.length ? undefined : (await mintToken(env)).token),
    ...(env.WIDGET_SIGNING_KEY ? { signingKey: env.WIDGET_SIGNING_KEY } : {}),
  })
  console.log(`The host page is at ${host.url}; start the platform with WIDGET_ORIGINS=${host.url}`)
  if (missing.length) console.log(`It has no widget tokens: ${missing.join(', ')} are not set. A platform without credentials needs none.`)
}
