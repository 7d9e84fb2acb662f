import type { Page } from 'playwright-core'
import { startChatModel } from './chat-model.ts'
import { type ConsoleVisits, openConsole, type VisitOptions } from './console-visits.ts'
import { sendDemo, settled } from './http-client.ts'

export interface AnsweringConsole extends ConsoleVisits {
  readonly model: Awaited<ReturnType<typeof startChatModel>>
  /** The page Ask unless another is named; it may copy and paste. */
  visit(path?: string, options?: VisitOptions): Promise<Page>
}

/** A browser on a server whose model is a scripted one, with one document to ask about. */
export async function answeringConsole(): Promise<AnsweringConsole> {
  const model = await startChatModel()
  const server = await openConsole({ LLM_BASE_URL: model.url, LLM_API_KEY: 'none' })
  await settled(server.url, await sendDemo(server.url, 'evacuation-procedure.pdf'))
  return {
    ...server,
    model,
    async visit(path = '/ask', options) {
      const page = await server.visit(path, options)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      return page
    },
    async close() {
      model.goOn()
      await server.close()
      await model.close()
    },
  }
}
