import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/** The modules of the TypeScript client, as JavaScript with declarations: by file name, for its `dist`. */
export async function typescriptModules(folder: string): Promise<[name: string, text: string][]> {
  const out = await mkdtemp(join(tmpdir(), 'millrace-client-'))
  try {
    await promisify(execFile)(process.execPath, [TSC, '-p', join(folder, 'tsconfig.json'), '--outDir', out]).catch((error) => {
      throw new Error(`clients/typescript does not compile:\n${error.stdout}`)
    })
    const names = (await readdir(out)).sort()
    return await Promise.all(names.map(async (name): Promise<[string, string]> => [name, await readFile(join(out, name), 'utf8')]))
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}
