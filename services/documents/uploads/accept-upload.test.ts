import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Broker } from '../../../kernel/broker/broker.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { openSqliteDatabase } from '../../../kernel/store/sqlite.ts'
import { positionMigration } from '../../../kernel/views/project.ts'
import { runProjector } from '../../../kernel/views/run-projector.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import type { ClaimTables } from '../claims/claims.ts'
import { findUpload } from '../status/read-uploads.ts'
import { acceptUpload, checkFileName, resolveTargetIndex, type StoredFile } from './accept-upload.ts'
import { uploads } from './service.ts'
import { readUploadFields } from './upload-fields.ts'

const metadata = JSON.stringify({ title: 'A', doc_type: 'note' })

describe('a file name', () => {
  test('is brought to one spelling, so that a document has one identity', () => {
    expect(checkFileName('Cafe\u0301.pdf')).toBe('Café.pdf')
    expect(checkFileName('x'.repeat(255))).toHaveLength(255)
  })
  test.each([['שלום\u200f.pdf'], ['می\u200cخواهم.pdf']])('%j keeps its letters', (name) => {
    expect(checkFileName(name)).toBe(name)
  })
  test.each(['\u202a', '\u202d', '\u202e', '\u2066', '\u2069'])('%j would make it look like another', (turning) => {
    expect(() => checkFileName(`x${turning}fdp.exe`)).toThrow(/file: the name contains U\+20[26][0-9A-E]/)
  })
  test.each([
    [''],
    ['x'.repeat(256)],
    ['a\u0000b'],
    ['a\nb'],
    ['a\u007fb'],
    ['notes/a.txt'],
    ['../a.txt'],
    ['a\\b.txt'],
  ])('%j is refused', (name) => {
    expect(() => checkFileName(name)).toThrow(ApiError)
  })
})

describe('accepting', () => {
  let stack: EmbeddedStack
  let ctx: EdgeContext
  beforeAll(async () => {
    stack = await embeddedStack([uploads])
    ctx = stack.ctx
  })
  afterAll(() => stack.dispose())

  const cause = { requestId: 'r', httpTrigger: true }
  const stored = (name: string): StoredFile => ({ uploadId: newId(), name, contentType: 'text/plain', blob: `x/${name}`, bytes: 3 })
  const fields = (more: Record<string, string> = {}) => readUploadFields({ metadata, ...more })

  test('metadata that grows beyond what the records of a document can carry is refused, however short it was written', async () => {
    const of = (count: number) => ({ metadata: `{"title":"A","doc_type":"n","more":[${Array(count).fill('1e20').join(',')}]}` })
    expect(of(10_000).metadata.length).toBeLessThan(65_536)
    await expect(acceptUpload(ctx, stored('grown.txt'), fields(of(10_000)), cause)).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { field: 'metadata' },
    })
    expect(await acceptUpload(ctx, stored('fits.txt'), fields(of(2_000)), cause)).toMatchObject({ processed: true })
  })

  test('nothing is accepted before the views show what the log holds: a name would be free that is not, a generation used twice', async () => {
    await acceptUpload(ctx, stored('there.txt'), fields(), cause)
    const dir = await mkdtemp(join(tmpdir(), 'millrace-lost-'))
    const lost = await openSqliteDatabase({ dir })
    try {
      await lost.migrate([positionMigration, ...(uploads.migrations ?? [])])
      const { broker } = ctx.ports
      const behind = { ...ctx, ports: { ...ctx.ports, database: lost } }
      const attempts = [fields(), fields({ replace_existing: 'true' })].map((f) => acceptUpload(behind, stored('there.txt'), f, cause))
      await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 'unavailable' })))
      const another: Broker = { ...broker, subscribe: (o) => broker.subscribe({ ...o, group: 'another' }), reset: async () => {} }
      const projector = await runProjector({ broker: another, database: lost, views: uploads.views ?? [], log: ctx.log })
      await expect(acceptUpload(behind, stored('there.txt'), fields(), cause)).rejects.toMatchObject({ code: 'conflict' })
      await acceptUpload(behind, stored('there.txt'), fields({ replace_existing: 'true' }), cause)
      expect(await lost.tables<ClaimTables>().selectFrom('document_claims').select('generation').execute()).toEqual([{ generation: 2 }])
      await projector.stop()
    } finally {
      await lost.close()
      await rm(dir, { recursive: true, force: true })
    }
  })

  test('an index is known by its alias and by its name; anything else is refused, names of every object’s own too', async () => {
    expect(await resolveTargetIndex(ctx, undefined)).toBe('documents')
    expect(await resolveTargetIndex(ctx, 'default')).toBe('documents')
    expect(await resolveTargetIndex(ctx, 'documents')).toBe('documents')
    for (const name of ['nothing', 'constructor', '__proto__'])
      await expect(resolveTargetIndex(ctx, name)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('what was accepted is visible at once, and says what will become of it', async () => {
    const show = async (name: string, more: Record<string, string> = {}) => {
      const accepted = await acceptUpload(ctx, stored(name), fields(more), cause)
      const state = await findUpload(stack.ports.database, accepted.uploadId)
      expect(accepted.message).toBe(state?.mark.message)
      return [accepted.processed, state?.mark.status, state?.mark.stage, state?.mark.message]
    }
    expect(await show('text.TXT')).toEqual([true, 'queued', 'stored', 'Stored; waiting to be processed'])
    expect(await show('kept.txt', { process_mode: 'upload_only' })).toEqual([
      false,
      'complete',
      'stored',
      'Stored without processing, as asked (process_mode=upload_only)',
    ])
    expect(await show('film.mp4')).toEqual([
      false,
      'complete',
      'stored',
      'Stored. There is no reader for .mp4 files, so nothing was indexed.',
    ])
    expect((await show('README'))[3]).toContain('files without an extension')
  })

  test('the trigger stands in the event, and with it what starts the pipeline', async () => {
    const { uploadId, documentId } = await acceptUpload(ctx, stored('quiet.txt'), fields(), { ...cause, httpTrigger: false })
    const all = (await stack.ports.broker.partitions('document.received')).map(({ partition }) =>
      Array.fromAsync(stack.ports.broker.read({ topic: 'document.received', partition, from: 'beginning' })),
    )
    const record = (await Promise.all(all)).flat().find((r) => r.key === documentId)
    expect(JSON.parse(Buffer.from(record?.value ?? '').toString())).toMatchObject({ upload_id: uploadId, trigger: 'event', process: true })
    expect(record?.headers['x-request-id']).toBe('r')
  })

  test('an upload that the log did not take leaves no claim behind', async () => {
    const failing: EdgeContext = {
      ...ctx,
      publish: async () => {
        throw new ApiError('unavailable', 'the log does not answer')
      },
    }
    await expect(acceptUpload(failing, stored('lost.txt'), fields(), cause)).rejects.toMatchObject({ code: 'unavailable' })
    const { uploadId } = await acceptUpload(ctx, stored('lost.txt'), fields(), cause)
    expect((await findUpload(stack.ports.database, uploadId))?.generation).toBe(2)
    await expect(acceptUpload(failing, stored('lost.txt'), fields({ replace_existing: 'true' }), cause)).rejects.toThrow(ApiError)
    await expect(acceptUpload(ctx, stored('lost.txt'), fields(), cause)).rejects.toMatchObject({
      code: 'conflict',
      details: { upload_id: uploadId, source_file: 'lost.txt', index: 'documents' },
    })
  })

  describe('what another request began that died', () => {
    const never = () => new Promise<never>(() => undefined)
    const begin = async (name: string, publish: EdgeContext['publish']) => {
      const file = stored(name)
      const reached = Promise.withResolvers<void>()
      const dying: EdgeContext = {
        ...ctx,
        publish: async (drafts, why) => {
          reached.resolve()
          return publish(drafts, why)
        },
      }
      const outcome = acceptUpload(dying, file, fields(), cause)
      outcome.catch(() => undefined)
      await reached.promise
      return { file, outcome }
    }
    const goOn = (name: string, id: string) => {
      const anew: string[] = []
      const restart = async (own: string) => void anew.push(own)
      return { anew, outcome: acceptUpload(ctx, stored(name), fields(), { ...cause, begun: { id, resumed: true, restart } }) }
    }
    const recordsOf = async (uploadId: string) => {
      const partitions = await stack.ports.broker.partitions('document.received')
      const all = partitions.map(({ partition }) =>
        Array.fromAsync(stack.ports.broker.read({ topic: 'document.received', partition, from: 'beginning' })),
      )
      return (await Promise.all(all)).flat().filter(({ value }) => Buffer.from(value).toString().includes(`"${uploadId}"`))
    }

    test('before the log had it is published as it was claimed', async () => {
      const { file } = await begin('claimed.txt', never)
      const { outcome, anew } = goOn('claimed.txt', file.uploadId)
      expect(await outcome).toMatchObject({ uploadId: file.uploadId, earlier: true })
      expect(await recordsOf(file.uploadId)).toHaveLength(1)
      await expect.poll(async () => (await findUpload(stack.ports.database, file.uploadId))?.file?.blob).toBe(file.blob)
      expect(anew).toEqual([])
    })

    test('after the log had it is not published again', async () => {
      const { file } = await begin('published.txt', async (drafts, why) => {
        await ctx.publish(drafts, why)
        return never()
      })
      await expect.poll(() => recordsOf(file.uploadId)).toHaveLength(1)
      expect(await goOn('published.txt', file.uploadId).outcome).toMatchObject({ uploadId: file.uploadId, earlier: true })
      expect(await recordsOf(file.uploadId)).toHaveLength(1)
    })

    test('before it claimed the name begins anew, under an id of its own', async () => {
      const { outcome, anew } = goOn('nothing.txt', newId())
      const { uploadId, earlier } = await outcome
      expect([earlier, anew]).toEqual([false, [uploadId]])
    })

    test('and that lives after all takes nothing back', async () => {
      const gate = Promise.withResolvers<never>()
      const { file, outcome } = await begin('slow.txt', () => gate.promise)
      expect(await goOn('slow.txt', file.uploadId).outcome).toMatchObject({ uploadId: file.uploadId, earlier: true })
      gate.reject(new ApiError('unavailable', 'the log does not answer'))
      expect(await outcome).toMatchObject({ uploadId: file.uploadId, earlier: false })
      await expect(acceptUpload(ctx, stored('slow.txt'), fields(), cause)).rejects.toMatchObject({
        code: 'conflict',
        details: { upload_id: file.uploadId },
      })
    })
  })

  test('replace_existing wins over prevent_reprocess, and prevent_reprocess=false alone is enough', async () => {
    await acceptUpload(ctx, stored('again.txt'), fields(), cause)
    const both = await acceptUpload(ctx, stored('again.txt'), fields({ replace_existing: 'true', prevent_reprocess: 'true' }), cause)
    const either = await acceptUpload(ctx, stored('again.txt'), fields({ prevent_reprocess: 'false' }), cause)
    const generations = [both, either].map(async ({ uploadId }) => (await findUpload(stack.ports.database, uploadId))?.generation)
    expect(await Promise.all(generations)).toEqual([2, 3])
  })

  test('says on the log who brought the file, where that is known', async () => {
    const [known, open] = [stored('known.txt'), stored('open.txt')]
    await acceptUpload(ctx, known, fields(), { ...cause, caller: 'key:a sub:x' })
    await acceptUpload(ctx, open, fields(), cause)
    expect((await findUpload(ctx.ports.database, known.uploadId))?.file?.caller).toBe('key:a sub:x')
    expect((await findUpload(ctx.ports.database, open.uploadId))?.file).not.toHaveProperty('caller')
  })
})
