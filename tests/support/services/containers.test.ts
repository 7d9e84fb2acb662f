import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { composed } from './containers.ts'
import { fromEither } from './setup.ts'

const at = (address: string) => async () => ({ address, stop: async () => {} })
const fails = (why: string) => async () => {
  throw new Error(why)
}

test('a program of this machine comes first, a container where there is none, and what is said names both', async () => {
  expect((await fromEither(undefined, at('program'), at('container'))).address).toBe('program')
  expect((await fromEither(undefined, fails('no Java'), at('container'))).address).toBe('container')
  expect((await fromEither('containers', at('program'), at('container'))).address).toBe('container')
  await expect(fromEither(undefined, fails('no Java'), fails('no engine'))).rejects.toThrow('no Java; and as a container: no engine')
  await expect(fromEither('containers', at('program'), fails('no engine'))).rejects.toThrow(/^no engine$/)
  await expect(fromEither('clouds', at('program'), at('container'))).rejects.toThrow(/SERVICES_FROM.*clouds/)
})

test('an engine that takes connections and answers nothing is given up, by its name', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const address = `tcp://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const program = `
    import { engineHost } from ${JSON.stringify(new URL('./containers.ts', import.meta.url).href)}
    await engineHost(500).then((host) => console.log('found', host), (error) => console.log(error.message))
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, DOCKER_HOST: address },
  })
  expect(stdout.trim()).toBe(`no Docker engine answers at DOCKER_HOST (${address})`)
})

test('containers are those that docker-compose.yml deploys', () => {
  expect(composed('kafka').image).toMatch(/^apache\/kafka:\d/)
  expect(composed('kafka').environment).toMatchObject({ KAFKA_PROCESS_ROLES: 'broker,controller', KAFKA_NODE_ID: '1' })
  expect(composed('postgres').image).toMatch(/^postgres:\d/)
})
