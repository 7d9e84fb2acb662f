import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * The account that Azurite serves without any configuration; name and key are published:
 * https://learn.microsoft.com/azure/storage/common/storage-use-azurite#well-known-storage-account-and-key
 */
export const AZURITE_ACCOUNT = 'devstoreaccount1'
export const AZURITE_KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

const START_MS = 30_000

/** Azurite's blob service in memory, on a free loopback port; gone after `stop`. */
export async function startAzurite(): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-azurite-'))
  const program = createRequire(import.meta.url).resolve('azurite/dist/src/blob/main.js')
  const flags = ['--inMemoryPersistence', '--skipApiVersionCheck', '--loose', '--disableTelemetry', '--silent']
  const child = spawn(process.execPath, [program, '--blobHost', '127.0.0.1', '--blobPort', '0', ...flags], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    const url = await listening(child.stdout, child.stderr, ended)
    const endpoint = `BlobEndpoint=${url}/${AZURITE_ACCOUNT}`
    return { connectionString: `DefaultEndpointsProtocol=http;AccountName=${AZURITE_ACCOUNT};AccountKey=${AZURITE_KEY};${endpoint};`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The address that it prints once it listens. Rejects with its last words. */
async function listening(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<string> {
  const words: string[] = []
  createInterface(stderr).on('line', (line) => words.push(line))
  const address = new Promise<string>((found) => {
    createInterface(stdout).on('line', (line) => {
      words.push(line)
      const url = /listen(?:s|ing)? (?:on|at) (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1]
      if (url) found(url)
    })
  })
  const failed = async (what: Promise<unknown>, why: string): Promise<never> => {
    await what
    throw new Error(`Azurite ${why}: ${words.slice(-3).join(' ')}`)
  }
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, START_MS)
  try {
    return await Promise.race([address, failed(ended, 'ended'), failed(late, 'does not listen')])
  } finally {
    clearTimeout(timer)
  }
}
