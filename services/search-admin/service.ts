import type { Service } from '../../kernel/service.ts'
import { indexCleared } from '../../schemas/index-admin.ts'
import { registerSearchAdminRoutes } from './routes.ts'

/** Manages the search indexes. */
export const searchAdmin: Service = { name: 'search-admin', routes: registerSearchAdminRoutes, publishes: [indexCleared] }
