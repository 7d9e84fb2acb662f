import type { Service } from '../kernel/service.ts'
import { chat } from './chat/service.ts'
import { console_ } from './console/service.ts'
import { chunk } from './documents/chunk/service.ts'
import { embed } from './documents/embed/service.ts'
import { index } from './documents/index/service.ts'
import { knowledge } from './documents/knowledge/service.ts'
import { parse } from './documents/parse/service.ts'
import { searchAdmin } from './documents/search-admin/service.ts'
import { uploads } from './documents/uploads/service.ts'
import { feedback } from './feedback/service.ts'
import { models } from './models/service.ts'
import { prompts } from './prompts/service.ts'
import { runs } from './runs/service.ts'
import { settings } from './settings/service.ts'

/** Every service, in the order in which its routes are registered. */
export const services: readonly Service[] = [
  uploads,
  parse,
  chunk,
  embed,
  index,
  knowledge,
  searchAdmin,
  chat,
  prompts,
  models,
  feedback,
  settings,
  runs,
  console_,
]
