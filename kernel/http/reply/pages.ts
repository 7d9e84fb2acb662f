import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import type { App } from '../app/app.ts'
import { composePage } from './compose-page.ts'
import { etagOf, sendBytesWithEtag } from './etag.ts'

const WEB = fileURLToPath(new URL('../../../web/', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

interface StaticFile {
  readonly body: Buffer
  readonly type: string
  readonly etag: string
}

/** Every file of a folder that has a known type, by its path with `/`. Read once: what is not in here cannot be asked for. */
export function readStaticFiles(folder: string = WEB): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || !type || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    const body = readFileSync(path)
    files.set(relative(folder, path).split(sep).join('/'), { body, type, etag: etagOf(body) })
  }
  return files
}

let shipped: ReadonlyMap<string, StaticFile> | undefined
const shippedFiles = (): ReadonlyMap<string, StaticFile> => (shipped ??= readStaticFiles())

/** Serves the scripts, styles and pictures of `web/` under /assets, open to everyone. */
export function registerAssets(app: App, files: ReadonlyMap<string, StaticFile> = shippedFiles()): void {
  app.get('/assets/*', { config: { access: 'open', unlimited: true }, schema: { hide: true } }, async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const file = files.get(name)
    if (!file || name.endsWith('.html')) throw new ApiError('not_found', 'there is no such asset')
    return sendFile(request, reply, file)
  })
}

const html = {
  200: { description: 'An HTML page.', content: { 'text/html': { schema: z.string().meta({ examples: ['<!doctype html>…'] }) } } },
}

/** An open route that answers with the page `web/pages/<name>` in its shell. The API's document lists it only under /api. Throws when there is no such file. */
export function registerPage(app: App, path: string, name: string): void {
  composedPage(name)
  const schema = path.startsWith('/api/') ? { summary: `The page ${name}`, tags: ['pages'], etag: true, response: html } : { hide: true }
  app.get(path, { config: { access: 'open' }, schema }, async (request, reply) => sendPage(request, reply, name) as never)
}

/** Answers with a page, where a route decides between page and data. Throws when it is missing. */
export const sendPage = (request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply =>
  sendFile(request, reply, composedPage(name))

const SHELL = 'shell/shell.html'
const pages = new Map<string, StaticFile>()

/** The page `pages/<name>/<name>.html` within the shell, composed once. */
function composedPage(name: string): StaticFile {
  const composed = pages.get(name)
  if (composed) return composed
  const [shell, file] = [SHELL, `pages/${name}/${name}.html`].map((path) => {
    const found = shippedFiles().get(path)
    if (!found) throw new Error(`web/${path} is missing`)
    return found
  }) as [StaticFile, StaticFile]
  const body = Buffer.from(composePage(shell.body.toString(), name, file.body.toString()))
  const page = { body, type: file.type, etag: etagOf(body) }
  pages.set(name, page)
  return page
}

const sendFile = (request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply =>
  sendBytesWithEtag(request, reply, file.body, file.type, file.etag)
