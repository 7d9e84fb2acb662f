import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { builtOnce, copyArtifact } from '../../../scripts/kafka/maven.ts'

/** S3Proxy, which serves S3, here from its memory, and checks signatures: https://github.com/gaul/s3proxy */
const VERSION = '4.1.0'
/** The key pair that it takes. */
export const S3_CREDENTIALS = { accessKeyId: 'millrace', secretAccessKey: 'a-secret-that-nobody-may-see' }
const JVM = ['-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
const START_MS = 90_000

const PROPERTIES = `s3proxy.endpoint=http://127.0.0.1:0
s3proxy.authorization=aws-v4
s3proxy.identity=${S3_CREDENTIALS.accessKeyId}
s3proxy.credential=${S3_CREDENTIALS.secretAccessKey}
jclouds.provider=transient-nio2
`

/** An S3 service on a free loopback port; gone after `stop`. Needs Java 17 and, the first time, Maven. */
export async function startS3(): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const home = builtOnce(`s3proxy-${VERSION}`, (dir) => void copyArtifact(`org.gaul:s3proxy:${VERSION}:jar:jar-with-dependencies`, dir))
  const jar = join(home, `s3proxy-${VERSION}-jar-with-dependencies.jar`)
  const dir = mkdtempSync(join(tmpdir(), 'millrace-s3-'))
  writeFileSync(join(dir, 'properties'), PROPERTIES)
  const child = spawn('java', [...JVM, '-jar', jar, '--properties', 'properties'], { cwd: dir, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(dir, { recursive: true, force: true })
  }
  const words: string[] = []
  const port = new Promise<string>((found) => {
    createInterface(child.stdout).on('line', (line) => {
      words.push(line)
      const listening = /Started .*\{127\.0\.0\.1:(\d+)\}/.exec(line)?.[1]
      if (listening) found(listening)
    })
  })
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`S3Proxy does not listen: ${words.slice(-3).join(' ')}`)), START_MS)
  try {
    const died = ended.then(() => Promise.reject(new Error(`S3Proxy ended: ${words.slice(-3).join(' ')}`)))
    return { endpoint: `http://127.0.0.1:${await Promise.race([port, died, late])}`, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
