import { apiJson } from '../../api/api.js'
import { element } from '../../parts/element.js'
import { isKeptFor } from '../../parts/kept-by-browser.js'
import { person } from '../../shell/session.js'
import { DEFAULTS } from './chat-request.js'

const KEY = 'millrace.chat.settings'

/** The settings that whoever is signed in used last in this browser. */
export function storedSettings() {
  try {
    const known = isKeptFor(person()) ? JSON.parse(localStorage.getItem(KEY) ?? '[]') : []
    if (Array.isArray(known) && known.length > 0 && known.length <= 2) return known.map((of) => ({ ...DEFAULTS, ...of }))
  } catch {
    // Storage is switched off, or holds something else: the defaults do.
  }
  return [{ ...DEFAULTS }]
}

export function storeSettings(settings) {
  if (!isKeptFor(person())) return
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // Storage is switched off or full: they hold for this page.
  }
}

/** Models, prompts and defaults to choose from. What cannot be read is left out: the default answers then. */
export async function readChoices() {
  const [models, prompts, defaults] = await Promise.allSettled([
    apiJson('/api/v2/models'),
    apiJson('/api/v2/prompts?json=true'),
    apiJson('/api/v2/unified-test?json=true'),
  ])
  const of = ({ value }) => value
  return {
    models: of(models) ?? [],
    system: of(prompts)?.prompts?.system_prompts ?? [],
    response: of(prompts)?.prompts?.response_templates ?? [],
    params: of(defaults)?.llm_params ?? {},
    active: of(defaults)?.active_model,
  }
}

/**
 * The fields of one set of settings. `onChange` gets the whole set with every change.
 * @param {{ id: string, legend: string, choices: object, settings: object, onChange: (settings: object) => void }} options
 */
export function settingsFields({ id, legend, choices, settings, onChange }) {
  const values = { ...settings }
  const change = (name, value) => {
    values[name] = value
    onChange({ ...values })
  }
  const field = (name, label, input, hint) => {
    input.id = `${id}-${name}`
    if (hint) input.setAttribute('aria-describedby', `${input.id}-hint`)
    input.addEventListener(input.localName === 'select' ? 'change' : 'input', () => {
      if (input.checkValidity()) change(name, input.value)
      else input.reportValidity()
      if (name === 'model') showEffort()
    })
    return element(
      'div',
      { className: 'field' },
      element('label', { for: input.id }, label),
      input,
      hint && element('p', { className: 'hint', id: `${input.id}-hint` }, hint),
    )
  }
  const select = (name, options) =>
    element(
      'select',
      {},
      ...known(options, values[name]).map(([value, words]) => element('option', { value, selected: value === values[name] }, words)),
    )
  const input = (name, more) => element('input', { autocomplete: 'off', value: values[name], ...more })
  const number = (name, more) => input(name, { type: 'number', inputmode: 'decimal', ...more })
  const { params, models } = choices
  const configured = (value) => (value === undefined ? 'as configured' : `as configured: ${value}`)
  const effort = field(
    'effort',
    'Reasoning effort',
    select('effort', [['', 'as configured'], ...['low', 'medium', 'high', 'auto'].map((e) => [e, e])]),
  )
  const showEffort = () => {
    effort.hidden = !models.find(({ alias, is_default }) => (values.model ? alias === values.model : is_default))?.supports_reasoning
  }
  showEffort()
  return element(
    'fieldset',
    { className: 'settings-fields' },
    element('legend', {}, legend),
    field(
      'model',
      'Model',
      select('model', [
        ['', `default${choices.active?.model ? ` (${choices.active.model})` : ''}`],
        ...models.filter((m) => !m.is_default).map(modelOption),
      ]),
    ),
    field('system', 'System prompt', select('system', [['', 'the current default'], ...choices.system.map(promptOption)])),
    field('response', 'Response template', select('response', [['', 'the current default'], ...choices.response.map(promptOption)])),
    field('temperature', 'Temperature', number('temperature', { min: 0, max: 2, step: 0.1, placeholder: configured(params.temperature) })),
    field('maxTokens', 'Most tokens', number('maxTokens', { min: 1, max: 4000, step: 1, placeholder: configured(params.max_tokens) })),
    effort,
    field(
      'retrieval',
      'Search',
      select('retrieval', [
        ['', 'as configured'],
        ['text', 'words'],
        ['hybrid', 'words and meaning'],
      ]),
    ),
    field('top', 'Passages', number('top', { min: 0, max: 100, step: 1, placeholder: 'as configured' }), '0 looks nothing up.'),
    element(
      'details',
      { open: values.filter !== '' },
      element('summary', {}, 'Advanced'),
      field(
        'filter',
        'Filter',
        input('filter', { spellcheck: 'false', placeholder: "doc_type eq 'manual'" }),
        'OData, beside the documents that are chosen; empty for all of them.',
      ),
    ),
  )
}

/** A choice that is no longer there stays to be seen. */
const known = (options, value) => (options.some(([key]) => key === value) ? options : [...options, [value, `${value} (gone)`]])
const modelOption = ({ alias, model, deployment, supports_multimodal: sees, supports_reasoning: thinks }) => [
  alias,
  [alias, `(${[model ?? deployment, sees && 'images', thinks && 'reasoning'].filter(Boolean).join(', ')})`].join(' '),
]
const promptOption = ({ path, name, is_current: current, metadata }) => [
  path,
  `${metadata?.label || name.replace(/\.j2$/, '')}, ${path.split('@').at(-1).replace(/\.j2$/, '')}${current ? ' (current)' : ''}`,
]
