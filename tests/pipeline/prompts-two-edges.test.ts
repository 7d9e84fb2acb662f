import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { ownInstallation } from '../support/own-database.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const kafkaBrokers = inject('kafkaBrokers')
const databaseUrl = inject('databaseUrl')

const savedSchema = z.object({ prompt_id: z.string() })
const bundleSchema = z.object({
  effective: z.object({ system_prompt: z.string() }),
  versions_by_type: z.object({ system: z.object({ entries: z.array(z.object({ id: z.string(), is_current: z.boolean() })) }) }),
})

const edgesPresent = kafkaBrokers !== undefined && databaseUrl !== undefined
if (!edgesPresent) console.log(`skipped: prompts on two edges (${inject('skipped')})`)

describe.skipIf(!edgesPresent)('two edges on one data folder', () => {
  let dir: string
  let edges: ServerProcess[] = []
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'two-edges-'))
    const env = { ...(await ownInstallation(kafkaBrokers ?? '', databaseUrl ?? '')), DATA_DIR: dir }
    edges = await Promise.all([startProcess(env, ['edge']), startProcess(env, ['edge'])])
  })
  afterAll(async () => {
    await Promise.all(edges.map((e) => e.stop()))
    await rm(dir, { recursive: true, force: true })
  })

  const save = async (edge: ServerProcess, text: string) => {
    const body = JSON.stringify({ system_prompt: text, system_prompt_make_default: 'on' })
    const reply = await fetch(`${edge.url}/api/v2/prompts`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return savedSchema.parse(await reply.json()).prompt_id
  }
  const bundle = async (edge: ServerProcess) => bundleSchema.parse(await (await fetch(`${edge.url}/api/v2/prompts?json=true`)).json())

  test('lose none of 20 saves at once, and agree on the one that is current', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => save(edges[i % 2]!, `text ${i}`)))
    const [one, two] = await Promise.all([bundle(edges[0]!), bundle(edges[1]!)])
    expect(new Set(one.versions_by_type.system.entries.map(({ id }) => id))).toEqual(new Set(ids))
    expect(one.versions_by_type.system.entries.filter((e) => e.is_current).length).toBe(1)
    expect(two).toEqual(one)
  })

  test('answer under a prompt that the other one has just put in use', async () => {
    for (let i = 0; i < 10; i++) {
      await save(edges[i % 2]!, `turn ${i}`)
      expect((await bundle(edges[(i + 1) % 2]!)).effective.system_prompt).toBe(`turn ${i}`)
    }
  })
})
