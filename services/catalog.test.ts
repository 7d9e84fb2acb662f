import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTopics } from '../kernel/broker/topics.ts'
import { familyRules } from '../kernel/http/app/family-rules.ts'
import { runKinds } from '../schemas/run.ts'
import { discover } from './agents/domains/discover.ts'
import { consumerLag } from './agents/tools/consumer-lag.ts'
import { services } from './catalog.ts'
import { platform } from './edge/platform.ts'

const all = [...services, ...platform]

test.each([
  ['/api/v2/nope', 'api'],
  ['/ai/nope', 'api'],
  ['/ai/sdac/nope', 'api'],
  ['/k12/nope', 'api'],
  ['/mcp', 'api'],
  ['/sdac/nope', 'api'],
  ['/jobs/nope', 'api'],
  ['/ingestion/x', 'api'],
  ['/reasoning-engine/nope', 'strict'],
  ['/docs/chat/x', 'key'],
  ['/widget/api/nope', 'frame'],
  ['/widget/embed.js', 'open'],
  ['/admin/nope', 'operator'],
  ['/setup/nope', 'operator'],
  ['/metrics', 'operator'],
  ['/api/health/nope', 'open'],
  ['/docs', 'open'],
  ['/nope', 'open'],
])('whoever asks for %s is asked as the rule %s says', (path, access) => {
  expect(familyRules(all).accessOf(path)).toBe(access)
})

test('every kind of run and each of its steps has words for people', () => {
  const unnamed = services.flatMap(({ runs = [] }) =>
    runs.flatMap(({ kind, words, steps }) =>
      words ? steps.filter(({ name }) => !words.steps[name]).map(({ name }) => `${kind}: ${name}`) : [kind],
    ),
  )
  expect(unnamed).toEqual([])
})

test('every service has a name of its own, and every family with routes a tag', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(services.filter(({ routes, tag, access }) => routes && !(tag && access)).map(({ name }) => name)).toEqual([])
})

test('every topic is answered for by a service or the kernel, and every kind of run is worked on by one service', () => {
  const known = new Set([...services.map(({ name }) => name), 'kernel'])
  expect(readTopics().filter(({ owner }) => !known.has(owner))).toEqual([])
  expect(services.flatMap(({ runs = [] }) => runs.map(({ kind }) => kind)).sort()).toEqual([...runKinds].sort())
})

test('every page has a title, and a <main> that the frame and its link past the navigation find', () => {
  const files = all.flatMap(({ pages = [] }) => pages.map(({ file }) => file))
  const isDocument = (text: string) => text.startsWith('<!doctype')
  const hasMain = (text: string) => /<main class="page[^"]*" id="content" tabindex="-1">/.test(text)
  const lacks = (text: string) => !/^<title>\S/m.test(text) || !(isDocument(text) || hasMain(text))
  const page = (file: string) => readFileSync(new URL(`../web/pages/${file}/${file}.html`, import.meta.url), 'utf8')
  expect(files.length).toBeGreaterThan(8)
  expect(files.filter((file) => lacks(page(file)))).toEqual([])
})

test('every tool that an agent names is offered by a family', async () => {
  const { agents, tools } = await discover()
  const offered = new Set([consumerLag(() => []), ...tools, ...services.flatMap((service) => service.tools ?? [])].map(({ id }) => id))
  const missing = agents.flatMap((agent) => agent.tools.filter((id) => !offered.has(id)).map((id) => `${agent.id}: ${id}`))
  expect(missing).toEqual([])
})
