import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { messageOf } from '../runtime/errors.ts'
import { lowerThread } from '../runtime/lower-thread.ts'
import { boundTexts } from './bound-texts.ts'
import { parseTemplate, TemplateError } from './parse-template.ts'
import { jobSchema, type RenderMessage, type RenderReply } from './render-reply.ts'
import { renderTemplate } from './render-template.ts'

lowerThread()

const variablesSchema = z.record(z.string(), z.unknown())

const beginTemplate = boundTexts()
parentPort?.on('message', (message: unknown) => tell(answer(message)))
tell(undefined)

function tell(reply: RenderReply | undefined): void {
  const { user, system } = process.threadCpuUsage()
  const message: RenderMessage = { cpuMs: (user + system) / 1000, ...(reply ? { reply } : {}) }
  parentPort?.postMessage(message)
}

function answer(message: unknown): RenderReply {
  beginTemplate()
  try {
    const { template, variables } = jobSchema.parse(message)
    if (variables === null) {
      parseTemplate(template)
      return { text: '', used: [] }
    }
    const { text, used } = renderTemplate(template, variablesSchema.parse(JSON.parse(variables)))
    return { text, used: [...used] }
  } catch (error) {
    if (error instanceof TemplateError) return { error: error.message, line: error.line, column: error.column }
    return { error: `The template fails: ${messageOf(error).slice(0, 300)}` }
  }
}
