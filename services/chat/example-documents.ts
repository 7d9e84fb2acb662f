import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { App } from '../../kernel/http/app/app.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'

const FOLDER = fileURLToPath(new URL('../../demo/documents/', import.meta.url))
const ROOT = '/api/v2/chat/examples'
const config = { access: 'api' } as const

const listSchema = z.object({ documents: z.array(z.object({ name: z.string(), size_bytes: z.int() })) }).meta({
  id: 'ExampleDocuments',
  description: 'Sample documents.',
  examples: [{ documents: [{ name: 'travel-policy.docx', size_bytes: 37_673 }] }],
})

/** The demo's documents, for an Ask page that has nothing to answer from: the console sends them back as uploads of whoever wants them. */
export function exampleRoutes(app: App): void {
  const documents = readdirSync(FOLDER).sort()
  const sizes = documents.map((name) => ({ name, size_bytes: statSync(join(FOLDER, name)).size }))
  app.get(
    ROOT,
    {
      config,
      schema: {
        tags: ['chat'],
        operationId: 'listExampleDocuments',
        summary: 'List sample documents',
        response: { 200: listSchema },
      },
    },
    async () => ({ documents: sizes }),
  )

  const file = {
    description: 'The file.',
    content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary', examples: ['…'] }) } },
  }
  app.get(
    `${ROOT}/:name`,
    {
      config,
      schema: {
        ...{ tags: ['chat'], operationId: 'getExampleDocument', summary: 'Download a sample document' },
        ...{ params: z.object({ name: z.string().max(255) }), response: { 200: file } },
      },
    },
    async (request, reply) => {
      const { name } = request.params
      // by its place in the list: no path is made of what was asked
      const known = documents.find((document) => document === name)
      if (known === undefined) throw new ApiError('not_found', 'there is no example document of this name')
      reply.type('application/octet-stream').header('content-disposition', `attachment; filename="${known}"`)
      return reply.send(readFileSync(join(FOLDER, known)) as never)
    },
  )
}
