import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArchiveLimits } from '../../../../kernel/cell/protocol.ts'
import { type Block, blockSchema, type ParsedHeader } from '../../../../schemas/artifacts.ts'
import { readDocument } from '../read-document.ts'

const LIMITS: ArchiveLimits = { max_inflated_mb: 50, max_compression_ratio: 100, max_archive_entries: 10_000 }

/** Reads bytes as a file of this type would be read in a child process, for tests. */
export async function readBytes(
  fileType: string,
  content: string | Buffer,
  limits: Partial<ArchiveLimits> = {},
  attachments = 0,
): Promise<{ header: ParsedHeader; blocks: Block[]; text: string; attached: Buffer[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'read-test-'))
  try {
    const [input, output] = [join(folder, 'input'), join(folder, 'output')]
    await writeFile(input, content)
    const job = { id: 1, input, output, fileType, limits: { ...LIMITS, ...limits }, ...(attachments > 0 && { attachments }) }
    const { header, attached } = await readDocument(job, () => {})
    const lines = (await readFile(output, 'utf8')).split('\n').filter(Boolean)
    const blocks = lines.map((l) => blockSchema.parse(JSON.parse(l)))
    const files = await Promise.all(attached.map((path) => readFile(path)))
    return { header, blocks, attached: files, text: blocks.map((b) => b.text).join('\n\n') }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Blocks without what most assertions do not look at. */
export const brief = (blocks: readonly Block[]): [type: string, text: string][] => blocks.map((b) => [b.type, b.text])
