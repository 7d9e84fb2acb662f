import { builtInPrompts, type DefaultPromptType, type PromptSource } from '../../../kernel/prompts/prompt-source.ts'
import type { Templates } from '../../../kernel/templates/templates.ts'
import type { ChatRequest } from '../request.ts'

export interface LoadedTemplate {
  readonly text: string
  /** `default`, `inline`, `file:<path>` or `blob:<path>`. */
  readonly source: string
}

/** The template that a request asks for: inline, then a file, then the current default. */
export async function loadTemplate(type: DefaultPromptType, request: ChatRequest, prompts: PromptSource): Promise<LoadedTemplate> {
  const [inline, file] =
    type === 'system'
      ? [request.system_prompt_template, request.system_prompt_file]
      : [request.response_template, request.response_template_file]
  if (inline !== undefined) return { text: inline, source: 'inline' }
  if (file !== undefined) return prompts.file(file)
  return { text: await prompts.current(type), source: 'default' }
}

/** What every template may read, beside the caller's own variables. */
export function variablesOf(request: ChatRequest): Record<string, unknown> {
  return {
    ...request.template_variables,
    question: request.question,
    history: request.history,
    user_id: request.ab_testing?.user_id ?? null,
    metadata: withoutImageBytes(request.metadata),
  }
}

/** No template has a use for the bytes of inline images, and they would fill its memory. */
function withoutImageBytes({ images, ...metadata }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(images)) return images === undefined ? metadata : { ...metadata, images }
  const light = images.map((image: unknown) => {
    if (typeof image !== 'object' || image === null || !('data_url' in image) || typeof image.data_url !== 'string') return image
    return { ...image, data_url: image.data_url.slice(0, image.data_url.indexOf(',') + 1) }
  })
  return { ...metadata, images: light }
}

/** An answer in its response template, and the variables that were read; the built-in template is the answer itself. */
export async function formatAnswer(templates: Templates, template: LoadedTemplate, variables: Record<string, unknown>, answer: string) {
  if (template.text === builtInPrompts.response) return { text: answer, used: [] }
  return templates.render(template.text, { ...variables, answer }, { everyones: template.source === 'default' })
}
