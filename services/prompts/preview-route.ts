import { z } from 'zod'
import type { App } from '../../kernel/http/app/app.ts'
import { callerName } from '../../kernel/http/identity/caller-name.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { PROMPTS } from './routes.ts'

const bodySchema = z
  .object({
    content: z.string().max(262_144),
    variables: z.record(z.string(), z.unknown()).default({}).describe('What the template reads.'),
  })
  .meta({ examples: [{ content: 'Dear {{ name }},', variables: { name: 'Anna' } }] })
const replySchema = z
  .object({
    text: z.string(),
    used: z.array(z.string()).describe('Names of the given variables that the template reads.'),
  })
  .meta({ examples: [{ text: 'Dear Anna,', used: ['name'] }] })

/** POST /api/v2/prompts/preview: a template on sample variables, under the limits of every chat. Nothing is kept. */
export function registerPreviewRoute(app: App, { ports }: EdgeContext): void {
  const schema = {
    summary: 'Render a template with sample variables',
    description: 'A template that does not parse is 400 with its line and column.',
    idempotent: false,
    body: bodySchema,
    response: { 200: replySchema },
  }
  app.post(`${PROMPTS}/preview`, { config: { access: 'api' }, schema }, async (request) => {
    const { text, used } = await ports.templates.render(request.body.content, request.body.variables, {
      caller: callerName(request.caller),
    })
    return { text, used: [...used] }
  })
}
