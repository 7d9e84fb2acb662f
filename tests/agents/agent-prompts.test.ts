import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentStack } from '../../services/agents/turns/agent-stack.fixture.ts'
import { prompts } from '../../services/prompts/service.ts'

let it: Awaited<ReturnType<typeof agentStack>>
beforeAll(async () => {
  it = await agentStack({}, [prompts])
})
afterAll(() => it.dispose())

const MILLER = '/ai/k12/agents/miller'
const save = (new_prompt_content: string) =>
  it.call('POST', '/api/v2/prompts', { new_prompt_name: 'agent-k12-miller', new_prompt_type: 'experiment', new_prompt_content })
const ask = async () => {
  const { runId } = (await it.call('POST', `${MILLER}/generate`, { prompt: 'How is the mill?' })).body
  const { prompt } = (await it.call('GET', `${MILLER}/runs/${runId}`)).body
  return { runId, prompt, told: String(it.asked.at(-1)?.messages[0]?.content) }
}
const inForce = async () =>
  (await it.call('GET', '/setup/db/agents/current')).body.items.find(({ id }: { id: string }) => id === 'k12-miller').prompt

test('a prompt of the repository takes the place of the one in the agent’s file, version by version, and the record of a turn names it', async () => {
  const own = await ask()
  expect(own.told).toMatch(/^You keep the mill\.\n\nResults of tools/)
  expect(await inForce()).toEqual({ name: 'agent-k12-miller', version: own.prompt, source: 'product' })

  expect((await save('You keep the windmill of Aldermill.')).status).toBe(200)
  const first = await ask()
  expect(first.told).toMatch(/^You keep the windmill of Aldermill\.\n\nResults of tools/)
  expect(first.prompt).toMatch(/^agent-k12-miller@/)
  expect(await inForce()).toEqual({ name: 'agent-k12-miller', version: first.prompt, source: 'repository' })

  expect((await save('You keep two windmills.')).status).toBe(200)
  const second = await ask()
  expect(second.told).toMatch(/^You keep two windmills\./)
  expect(second.prompt).not.toBe(first.prompt)

  // a turn that is run again is told what it was told
  const { runId } = (await it.call('POST', `${MILLER}/runs/${first.runId}/rerun`, { from: 0 })).body
  await expect
    .poll(async () => (await it.call('GET', `${MILLER}/runs/${runId}`)).body)
    .toMatchObject({ status: 'completed', prompt: first.prompt })
  expect(String(it.asked.at(-1)?.messages[0]?.content)).toMatch(/^You keep the windmill of Aldermill\./)
})
