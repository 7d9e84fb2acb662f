import type { Service } from '../../kernel/service.ts'
import { modelRoutes } from './routes.ts'

/** Which models may be asked for, and whether they answer. */
export const models: Service = {
  name: 'models',
  access: { prefixes: { '/api/v2/models': 'api' } },
  tag: { name: 'models', description: 'Model aliases and their checks.' },
  routes: modelRoutes,
}
