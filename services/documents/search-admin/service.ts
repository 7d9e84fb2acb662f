import type { Service } from '../../../kernel/service.ts'
import { registerSearchAdminRoutes } from './routes.ts'

/** Manages the search indexes. */
export const searchAdmin: Service = { name: 'search-admin', routes: registerSearchAdminRoutes }
