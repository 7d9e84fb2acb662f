import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { services } from '../../services/catalog.ts'
import { choose } from '../../services/start.ts'

const text = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8')
const composeSchema = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      build: z.string().optional(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.coerce.string()).optional(),
      ports: z.array(z.string()).optional(),
      healthcheck: z.object({ test: z.array(z.string()) }).optional(),
    }),
  ),
})
const scrapeSchema = z.object({
  scrape_configs: z.array(z.object({ dns_sd_configs: z.array(z.object({ names: z.array(z.string()), port: z.int() })) })),
})
const compose = composeSchema.parse(parse(text, { merge: true }))
const own = Object.entries(compose.services).filter(([, service]) => service.build)
const secrets: Record<string, string> = { POSTGRES_PASSWORD: 'abc123', SUBSCRIPTION_KEYS: 'me:5f1d9a0c77be42d8136e0b9a' }

/** Fills in ${NAME:-default} and ${NAME:?message} as Compose does. */
const interpolate = (value: string) =>
  value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => secrets[name] ?? (kind === '-' ? rest : ''))

/** What runs in processes that are started with these names, once for each process that runs it. */
const consumersOf = (processes: readonly (readonly string[])[]) =>
  processes.flatMap((names) => choose(names).working.flatMap(({ consumers }) => consumers.map(({ name }) => name))).sort()

test('an edge, one for text, one for search and one for analyses are a complete set of processes, as the tutorial and ARCHITECTURE say', () => {
  const all = consumersOf([['all']])
  expect(
    consumersOf([
      ['edge'],
      ['parse', 'chunk'],
      ['embed', 'index', 'projector'],
      ['reasoning', 'rebuilds', 'safety', 'reports', 'workflows'],
    ]),
  ).toEqual(all)
  expect(consumersOf([['edge']])).toEqual([
    'agent-steps',
    'announce',
    'announce-removed',
    'attach',
    'notify',
    'redrive-steps',
    'replay-steps',
    'runs-due',
    'settle-overtaken',
    'tidy',
    'webhooks',
  ])
  expect(new Set(all).size).toBe(all.length)
})

describe('docker-compose.yml', () => {
  test('every consumer runs in some container, and every name is known', () => {
    const run = own.flatMap(([, service]) => service.command ?? [])
    expect(consumersOf(own.map(([, service]) => service.command ?? []))).toEqual(consumersOf([['all']]))
    const known = new Set(['edge', 'projector', ...services.map((s) => s.name)])
    expect(run.filter((name) => !known.has(name))).toEqual([])
    expect(run).toContain('edge')
    expect(run).toContain('projector')
    expect(new Set(run).size).toBe(run.length)
  })

  test.each(own)('%s starts with the environment that it is given', (_, service) => {
    const env = Object.fromEntries(Object.entries(service.environment ?? {}).map(([name, value]) => [name, interpolate(value)]))
    const parsed = parseEnv({ ...env, SERVICES: (service.command ?? []).join(',') })
    expect(parsed.KAFKA_BROKERS).toEqual(['kafka:9092'])
    expect(parsed.DATABASE_URL).toBe('postgres://millrace:abc123@postgres:5432/millrace')
  })

  test('every process tells its metrics and its readiness inside of the network, and Prometheus asks each of them', () => {
    for (const [name, { environment, healthcheck, ports = [] }] of own) {
      expect(environment, name).toMatchObject({ METRICS_HOST: '0.0.0.0', METRICS_PORT: '9464' })
      expect(healthcheck?.test.join(' '), name).toContain(':9464/api/health/ready')
      expect(ports.filter((port) => port.endsWith(':9464'))).toEqual([])
    }
    const asked = scrapeSchema.parse(parse(readFileSync(new URL('../../deploy/prometheus.yml', import.meta.url), 'utf8')))
    const targets = asked.scrape_configs.flatMap((job) => job.dns_sd_configs)
    expect(targets.flatMap((t) => t.names).sort()).toEqual(own.map(([name]) => name).sort())
    expect(targets.map((t) => t.port)).toEqual([9464])
  })

  test('publishes nothing beyond this machine, and no secret', () => {
    const ports = Object.values(compose.services).flatMap((service) => service.ports ?? [])
    expect(ports.length).toBeGreaterThan(0)
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    const values = Object.values(compose.services).flatMap((service) => Object.entries(service.environment ?? {}))
    for (const [name, value] of values.filter(([n]) => /PASSWORD|SECRET|KEY|CONNECTION_STRING/.test(n)))
      expect(value, name).toMatch(/^\$\{\w+:[-?]/)
  })
})
