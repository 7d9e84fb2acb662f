import type { Config } from '../../../kernel/config/config.ts'
import type { VariantEntry } from '../../../kernel/config/models-config.ts'
import { pickVariant } from '../../../kernel/config/pick-variant.ts'
import type { PromptSource } from '../../../kernel/prompts/prompt-source.ts'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import type { ChatRequest } from '../request.ts'
import type { Issue } from '../response.ts'

/** The variant of a turn, and what it changes of it. */
export interface TurnVariant {
  readonly name: string
  /** Its model and parameters, which the request's own win over. */
  readonly entry: Pick<VariantEntry, 'model' | 'params'>
  /** The request with the variant's prompts and retrieval where the caller gave none. */
  readonly request: ChatRequest
  /** What had effect; absent where config.yaml does not know the experiment. */
  readonly applied?: readonly string[]
  readonly issues: readonly Issue[]
}

/** What the experiment of a request makes of it; undefined without `ab_testing`. A prompt that is gone is an issue, and the default holds. */
export async function variantOf(
  config: Config,
  request: ChatRequest,
  prompts: PromptSource,
  log: Logger,
): Promise<TurnVariant | undefined> {
  if (!request.ab_testing) return undefined
  const { name, entry } = pickVariant(config, request.ab_testing)
  if (!entry) return { name, entry: { params: {} }, request, issues: [] }
  const wanted = {
    system_prompt: request.system_prompt_template === undefined && request.system_prompt_file === undefined && entry.system_prompt_file,
    response_template:
      request.response_template === undefined && request.response_template_file === undefined && entry.response_template_file,
  }
  const gone = await missing([wanted.system_prompt, wanted.response_template], prompts, log)
  const usable = (path: string | false | undefined): string | undefined => (path && !gone.includes(path) ? path : undefined)
  const changes = {
    system_prompt_file: usable(wanted.system_prompt),
    response_template_file: usable(wanted.response_template),
    fetcher: fetcherOf(request, entry),
  }
  return {
    name,
    entry,
    request: changed(request, changes),
    applied: [...modelChanges(request, entry), ...namesOf(changes)],
    issues: gone.map((path) => ({ code: 'variant_incomplete', message: `The prompt ${path} of variant ${name} cannot be read.` })),
  }
}

async function missing(paths: readonly (string | false | undefined)[], prompts: PromptSource, log: Logger): Promise<string[]> {
  const looked = paths.map(async (path) => {
    if (!path) return []
    try {
      await prompts.file(path)
      return []
    } catch (error) {
      log.warn({ path, error: messageOf(error) }, 'a prompt of an experiment cannot be read')
      return [path]
    }
  })
  return (await Promise.all(looked)).flat()
}

/** The fetcher's settings that the variant decides. */
function fetcherOf({ fetch_args }: ChatRequest, { retrieval: { mode, top_k } }: VariantEntry): Record<string, unknown> {
  const given = fetch_args.CloudSearchFetcher
  return {
    ...(mode !== undefined && given?.vector_search === undefined ? { vector_search: mode === 'hybrid' } : {}),
    ...(top_k !== undefined && given?.top_k === undefined ? { top_k } : {}),
  }
}

function modelChanges({ override_config }: ChatRequest, { model, params }: VariantEntry): string[] {
  const llm = typeof override_config.llm === 'object' ? override_config.llm : undefined
  const named = typeof override_config.llm === 'string' || override_config.model || llm?.alias || llm?.model
  const given: Record<string, unknown> = {
    ...llm,
    ...override_config.params,
    ...(override_config.n === undefined ? {} : { n: override_config.n }),
  }
  const effective = Object.keys(params).filter((name) => given[name] === undefined)
  return [...(model && !named ? ['model'] : []), ...effective.map((name) => `params.${name}`)]
}

interface Changes {
  readonly system_prompt_file: string | undefined
  readonly response_template_file: string | undefined
  readonly fetcher: Record<string, unknown>
}

const namesOf = ({ system_prompt_file, response_template_file, fetcher }: Changes): string[] => [
  ...(system_prompt_file ? ['system_prompt'] : []),
  ...(response_template_file ? ['response_template'] : []),
  ...Object.keys(fetcher).map((name) => (name === 'vector_search' ? 'retrieval.mode' : `retrieval.${name}`)),
]

function changed(request: ChatRequest, { system_prompt_file, response_template_file, fetcher }: Changes): ChatRequest {
  const { fetch_args } = request
  return {
    ...request,
    ...(system_prompt_file ? { system_prompt_file } : {}),
    ...(response_template_file ? { response_template_file } : {}),
    fetch_args: { ...fetch_args, CloudSearchFetcher: { ...fetch_args.CloudSearchFetcher, ...fetcher } },
  }
}
