import swagger from '@fastify/swagger'
import { VERSION } from '../../runtime/version.ts'
import type { App } from '../app/app.ts'
import type { FamilyRules } from '../app/family-rules.ts'
import { finishDocument } from './finish-document.ts'
import { introduction } from './introduction.ts'
import { securitySchemes } from './security.ts'
import { transformRoute } from './transform-route.ts'

/** Collects every route's schemas into an OpenAPI 3.1 document: `app.swagger()` once the app is ready. */
export async function addOpenApi(app: App, { tags, tagOf }: Pick<FamilyRules, 'tags' | 'tagOf'>): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Millrace', version: VERSION, description: introduction },
      servers: [{ url: '/', description: 'This server.' }],
      components: { securitySchemes },
    },
    transform: transformRoute(tagOf),
    transformObject: finishDocument(tags),
  })
}
