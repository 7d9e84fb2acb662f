import { filterOf } from './document-picker.js'

/** Those of the default, and what a link into the document needs. */
const FIELDS = ['id', 'filename', 'chunk_index', 'page_number', 'section', 'speaker', 'text', 'upload_id']
/** The settings of a new browser: everything as configured. */
export const DEFAULTS = {
  model: '',
  system: '',
  response: '',
  temperature: '',
  maxTokens: '',
  effort: '',
  retrieval: '',
  top: '',
  filter: '',
  index: '',
  documents: [],
}

const numberOr = (text) => (text === '' || text === undefined ? undefined : Number(text))
const defined = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== ''))

/**
 * The path and body of a question with these settings.
 * @param {{ question: string, images?: { data_url: string }[], history: { role: string, content: string }[], settings: typeof DEFAULTS, session: string }} turn
 */
export function chatRequest({ question, images = [], history, settings, session }) {
  const params = defined({ temperature: numberOr(settings.temperature), max_tokens: numberOr(settings.maxTokens) })
  const override = defined({
    llm: settings.model,
    params: Object.keys(params).length ? params : undefined,
    reasoning_effort: settings.effort,
  })
  const fetcher = defined({
    top_k: numberOr(settings.top),
    vector_search: settings.retrieval === '' ? undefined : settings.retrieval === 'hybrid',
    filter: filterOf(settings),
    index: settings.index,
    select_fields: FIELDS,
  })
  const body = defined({
    question,
    history,
    fetch_args: { CloudSearchFetcher: fetcher },
    system_prompt_file: settings.system,
    response_template_file: settings.response,
    override_config: Object.keys(override).length ? override : undefined,
    metadata: { conversation_id: session, ...(images.length ? { images: images.map(({ data_url }) => ({ data_url })) } : {}) },
    stream: images.length ? undefined : true,
  })
  return { path: images.length ? '/api/v2/flexible-chat-mm' : '/api/v2/flexible_chat', body }
}

/** What is not as configured, in words. */
export function settingsWords(settings) {
  const named = {
    model: settings.model,
    prompt: settings.system,
    template: settings.response,
    temperature: settings.temperature,
    'at most': settings.maxTokens && `${settings.maxTokens} tokens`,
    effort: settings.effort,
    search: settings.retrieval,
    passages: settings.top === DEFAULTS.top ? '' : settings.top,
    index: settings.index,
    documents: settings.documents?.length > 0 ? settings.documents.map(({ name }) => name).join(', ') : '',
    filter: settings.filter,
  }
  return Object.entries(defined(named)).map(([name, value]) => `${name} ${value}`)
}
