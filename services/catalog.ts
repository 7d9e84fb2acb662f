import type { Service } from '../kernel/service.ts'
import { chat } from './chat/service.ts'
import { chunk } from './chunk/service.ts'
import { console_ } from './console/service.ts'
import { embed } from './embed/service.ts'
import { feedback } from './feedback/service.ts'
import { index } from './index/service.ts'
import { knowledge } from './knowledge/service.ts'
import { models } from './models/service.ts'
import { parse } from './parse/service.ts'
import { prompts } from './prompts/service.ts'
import { searchAdmin } from './search-admin/service.ts'
import { settings } from './settings/service.ts'
import { uploads } from './uploads/service.ts'

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
  console_,
]
