import type { ConsumerGroup } from './edge-context.ts'
import { consumerOf } from './runs/workers/work.ts'
import type { Service } from './service.ts'
import { PROJECTOR_GROUP, projectedTopics } from './views/project.ts'

/** The consumer groups of services: their consumers, those of their runs, and the projector of their views. */
export function groupsOf(services: readonly Pick<Service, 'consumers' | 'runs' | 'views'>[]): ConsumerGroup[] {
  const consumers = services.flatMap(({ consumers = [], runs = [] }) => [...consumers, ...runs.map((run) => consumerOf(run))])
  const views = services.flatMap((service) => service.views ?? [])
  const groups = consumers.map(({ name, on }) => ({ name, topics: [...new Set(on.map((event) => event.name))] }))
  return views.length > 0 ? [...groups, { name: PROJECTOR_GROUP, topics: projectedTopics(views) }] : groups
}
