import type { Service } from '../../kernel/service.ts'

/** The paths of the reasoning engine: whoever asks there is asked who it is, whether there is something or not. */
export const reasoning: Service = {
  name: 'reasoning',
  access: { prefixes: { '/reasoning-engine': 'strict' } },
  tag: { name: 'reasoning', description: 'Analysis of series and datasets.' },
}
