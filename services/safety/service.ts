import type { Service } from '../../kernel/service.ts'

/** The paths of annexes and guides: whoever asks there is asked who it is, whether there is something or not. */
export const safety: Service = {
  name: 'safety',
  access: { prefixes: { '/k12': 'api', '/ai/k12': 'api' } },
  tag: { name: 'school-safety', description: 'Annex editing and quick reference guides.' },
}
