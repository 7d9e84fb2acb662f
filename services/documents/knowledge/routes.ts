import { Readable } from 'node:stream'
import { z } from 'zod'
import { limitsOf } from '../../../kernel/access/limits.ts'
import { onBehalf } from '../../../kernel/budgets/on-behalf.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { callerName } from '../../../kernel/http/identity/caller-name.ts'
import { csvLine } from '../../../kernel/http/reply/csv.ts'
import { paged, pagedSchema, sliceOf } from '../../../kernel/http/reply/paging.ts'
import { leaving } from '../../../kernel/http/sse/leaving.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { indexNameOf } from '../../../kernel/search/index-name.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { chunkReply, chunkReplySchema } from './chunk-reply.ts'
import { allFiles, findFile, readFiles } from './read-files.ts'
import { readStats } from './read-stats.ts'
import {
  chunksQuerySchema,
  fileSchema,
  filesQuerySchema,
  foundFileSchema,
  searchFileQuerySchema,
  sourceFileSchema,
  statsSchema,
} from './reply-schemas.ts'
import { queryReplySchema, querySchema, runQuery } from './run-query.ts'

const ROOT = '/api/v2/knowledge'
const config = { access: 'api' } as const
/** Rows of a search by name; who needs more pages through the list of files. */
const MAX_FOUND = 1000

/** What the knowledge base holds: files, chunks, numbers, and a query. */
export function registerKnowledgeRoutes(app: App, ctx: EdgeContext): void {
  registerFiles(app, ctx)
  registerStats(app, ctx)
  app.post(
    `${ROOT}/query`,
    {
      config,
      schema: {
        operationId: 'queryKnowledge',
        idempotent: false,
        summary: 'Search an index',
        description: 'Words, and their meaning where the index has vectors. Filters that do not fit the index are 400.',
        body: querySchema,
        response: { 200: queryReplySchema },
      },
    },
    (request, reply) => {
      const ports = { ...onBehalf(ctx.ports, callerName(request.caller)), search: ctx.readAs(request.caller) }
      return runQuery(ports, request.body, request.log as EdgeContext['log'], leaving(reply))
    },
  )
}

function registerFiles(app: App, { ports, readAs }: EdgeContext): void {
  const nameOf = (index: string | undefined) => (index === undefined ? undefined : indexNameOf(ports.config, index))

  app.get(
    `${ROOT}/files`,
    {
      config,
      schema: {
        operationId: 'listKnowledgeFiles',
        summary: 'List searchable files',
        querystring: filesQuerySchema,
        response: { 200: pagedSchema(fileSchema).meta({ id: 'KnowledgeFilePage', description: 'A page of files.' }) },
      },
    },
    async (request) => {
      const { index, file_type, q, sort } = request.query
      const limits = limitsOf(request.caller, ports.config)
      const { items, total } = await readFiles(
        ports.database,
        limits,
        { index: nameOf(index), file_type, words: q },
        sort,
        sliceOf(request.query),
      )
      return paged(request.url, request.query, items, total)
    },
  )

  app.get(
    `${ROOT}/file/:source_file/chunks`,
    {
      config,
      schema: {
        operationId: 'listChunksOfFile',
        summary: 'List the chunks of a file in order',
        params: sourceFileSchema,
        querystring: chunksQuerySchema,
        response: { 200: pagedSchema(chunkReplySchema).meta({ id: 'KnowledgeChunkPage', description: 'A page of chunks.' }) },
      },
    },
    async (request) => {
      const wanted = { source_file: request.params.source_file, index: nameOf(request.query.index) }
      const limits = limitsOf(request.caller, ports.config)
      const file = await findFile(ports.database, limits, wanted, indexNameOf(ports.config, ports.config.indexes.default))
      if (!file) throw new ApiError('not_found', `the knowledge base has no file named ${wanted.source_file}`)
      const { hits, total } = await readAs(request.caller).chunksOf(file.index, file.document_id, sliceOf(request.query))
      return paged(request.url, request.query, hits.map(chunkReply), total)
    },
  )

  app.get(
    `${ROOT}/search-file`,
    {
      config,
      schema: {
        operationId: 'searchFilesByName',
        summary: 'Find files by a part of their name',
        description: `At most ${MAX_FOUND} rows, in order of name.`,
        querystring: searchFileQuerySchema,
        response: { 200: z.array(foundFileSchema).describe('The files.') },
      },
    },
    async ({ query, caller }) => {
      const limits = limitsOf(caller, ports.config)
      const { items } = await readFiles(ports.database, limits, query, { field: 'name', descending: false }, { skip: 0, top: MAX_FOUND })
      return items.map((file) => ({
        index: file.index,
        source_file: file.source_file,
        file_type: file.file_type,
        chunk_count: file.chunk_count,
        latest_ingestion: file.ingested_at,
      }))
    },
  )
}

function registerStats(app: App, { ports }: EdgeContext): void {
  app.get(
    `${ROOT}/stats`,
    {
      config,
      schema: { operationId: 'getKnowledgeStats', summary: 'Get statistics of the knowledge base', response: { 200: statsSchema } },
    },
    ({ caller }) => readStats(ports.database, limitsOf(caller, ports.config), ports.config),
  )

  const columns = Object.keys(fileSchema.shape) as (keyof typeof fileSchema.shape)[]
  const example = csvLine(columns)
  const csv = {
    description: 'A header line, then one line a file.',
    content: { 'text/csv': { schema: z.string().meta({ examples: [example] }) } },
  }
  app.get(
    `${ROOT}/stats.csv`,
    {
      config,
      schema: {
        operationId: 'getKnowledgeStatsCsv',
        summary: 'Export statistics by file as CSV (RFC 4180)',
        description: 'No cell begins like a formula of a spreadsheet.',
        replyHeaders: { 'Content-Disposition': 'A file name to save it under.' },
        response: { 200: csv },
      },
    },
    async ({ caller }, reply) => {
      const limits = limitsOf(caller, ports.config)
      async function* lines() {
        yield csvLine(columns)
        for await (const files of allFiles(ports.database, limits))
          yield files.map((file) => csvLine(columns.map((column) => file[column]))).join('')
      }
      reply.type('text/csv; charset=utf-8; header=present').header('content-disposition', 'attachment; filename="knowledge.csv"')
      return reply.send(Readable.from(lines()) as never)
    },
  )
}
