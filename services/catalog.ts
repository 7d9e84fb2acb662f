import type { Service } from '../kernel/service.ts'
import { agentsServing } from './agents/service.ts'
import { workflows } from './agents/workflows/service.ts'
import { chat } from './chat/service.ts'
import { docs } from './docs/service.ts'
import { chunk } from './documents/chunk/service.ts'
import { embed } from './documents/embed/service.ts'
import { index } from './documents/index/service.ts'
import { knowledge } from './documents/knowledge/service.ts'
import { parse } from './documents/parse/service.ts'
import { rebuilds } from './documents/rebuilds/service.ts'
import { searchAdmin } from './documents/search-admin/service.ts'
import { uploads } from './documents/uploads/service.ts'
import { feedback } from './feedback/service.ts'
import { log } from './log/service.ts'
import { models } from './models/service.ts'
import { prompts } from './prompts/service.ts'
import { reasoning } from './reasoning/service.ts'
import { reports } from './reports/service.ts'
import { runsServing } from './runs/service.ts'
import { safety } from './safety/service.ts'
import { settings } from './settings/service.ts'
import { webhooks } from './webhooks/service.ts'

const answers: readonly Service[] = [uploads, parse, chunk, embed, index, knowledge, searchAdmin, rebuilds, chat, prompts, models, feedback]
const work: readonly Service[] = [workflows, safety, reports, reasoning, settings, runsServing(() => services), log, webhooks, docs]

/** Every service: the order of its routes, of its tag in the API's document, and of its pages in the console. */
export const services: readonly Service[] = [...answers, agentsServing([...answers, ...work]), ...work]
