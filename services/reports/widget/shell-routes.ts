import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { etagOf, sendBytesWithEtag } from '../../../kernel/http/reply/etag.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { embeddingOrigins, framedBy, loadedAnywhere } from './framing.ts'

export const SCRIPT = '/widget/embed.js'
export const FRAME = '/widget/frame'

const file = (name: string): string => readFileSync(new URL(`../../../web/widget/${name}`, import.meta.url), 'utf8')
const tags = ['cost-reports']
const text = (type: string, description: string, example: string) => ({
  200: { description, content: { [type]: { schema: z.string().meta({ examples: [example] }) } } },
})

/** The script that host pages load, and the page inside its frame. Both are open: what they show asks for a token. */
export function widgetShellRoutes(app: App, { env, log }: Pick<EdgeContext, 'env' | 'log'>): void {
  const origins = embeddingOrigins(env)
  if (origins.includes('*'))
    log.warn('WIDGET_ORIGINS is *: every page of the internet may embed the widget; name the origins of its host pages')
  const script = Buffer.from(file('embed.js'))
  const frame = Buffer.from(file('frame.html').replace('data-origins=""', () => `data-origins="${origins.join(' ')}"`))
  const [scriptTag, frameTag] = [etagOf(script), etagOf(frame)]
  const config = { access: 'open' } as const
  app.get(
    SCRIPT,
    {
      config,
      schema: {
        tags,
        operationId: 'widgetScript',
        summary: 'Get the script that embeds the review widget in a page',
        description:
          'A page loads it with the attribute `data-widget-token` (or `?widget_token=`), behind the element `sdac-meta-data`. It is the same for everyone; the token is read in the browser and never logged here.',
        etag: true,
        response: text('text/javascript', 'A classic script without dependencies.', '(() => { … })()'),
      },
    },
    async (request, reply) =>
      sendBytesWithEtag(request, loadedAnywhere(reply), script, 'text/javascript; charset=utf-8', scriptTag) as never,
  )
  app.get(
    FRAME,
    {
      config,
      schema: {
        tags,
        operationId: 'widgetFrame',
        summary: 'Get the page inside the widget’s frame',
        description: 'May be framed by WIDGET_ORIGINS and by pages of this server.',
        etag: true,
        response: text('text/html', 'An HTML page.', '<!doctype html>…'),
      },
    },
    async (request, reply) => sendBytesWithEtag(request, framedBy(reply, origins), frame, 'text/html; charset=utf-8', frameTag) as never,
  )
}
