import { linksAsWords, type Section } from '../../../kernel/docs/sections.ts'

/** Passages that an answer without a model quotes. */
export const QUOTED = 3

export const NOTHING = 'Nothing in the documentation matches.'
const LEAD_IN = 'No model is connected. These passages of the documentation match best:'

/** Returns the answer without a model: the passages in full, each with its marker, title and source. */
export const quotePassages = (passages: readonly Pick<Section, 'title' | 'source' | 'text'>[]): string =>
  passages.length === 0 ? `No model is connected. ${NOTHING}` : [LEAD_IN, ...passages.map(quoted)].join('\n\n')

/** The opening line of a code block with words that only the tests of the manuals read, as in ```sh server. */
const FENCE = /^(\s*```\w+) .*$/gm

const quoted = ({ title, source, text }: Pick<Section, 'title' | 'source' | 'text'>, i: number): string =>
  `**${title}** (${source}) [${i + 1}]\n\n${linksAsWords(text).replace(FENCE, '$1')}`

/** Returns the address of a section in the console, or undefined when the console has no page for it. */
export const consolePath = ({ place }: Section): string | undefined =>
  place && `/docs${place.path && `/${place.path}`}${place.anchor && `#${place.anchor}`}`
