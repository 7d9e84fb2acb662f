import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import type { App } from '../app/app.ts'
import { policyReaching } from '../app/security-headers.ts'
import type { SignInWay } from '../identity/sign-in-way.ts'
import { type AskedOfPeople, composePage } from './compose-page.ts'
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

export interface StaticFile {
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
const shippedFiles = (): ReadonlyMap<string, StaticFile> => (shipped ??= new Map([...readStaticFiles(), ...vendored()]))

/** The library by which browsers sign people in: one module without imports. */
const vendored = (): readonly [string, StaticFile][] => {
  const body = readFileSync(fileURLToPath(import.meta.resolve('oauth4webapi')))
  return [['vendor/oauth4webapi.js', { body, type: types['.js']!, etag: etagOf(body) }]]
}

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

/** A page of the console, named by the service whose data it shows. */
export interface ConsolePage {
  /** Its folder and file: `web/pages/<file>/<file>.html`. */
  readonly file: string
  /** Where it is served, open to everyone; its entry in the navigation leads to the first. */
  readonly paths: readonly [string, ...string[]]
  /** Its entry in the navigation; absent: other pages lead to it. */
  readonly nav?: {
    readonly title: string
    /** Pages of one group stand together, groups and pages in the order of the catalogue. */
    readonly group: string
    /** The letter that follows `g` on the keyboard. */
    readonly key: string
  }
}

/** Pages in their shell, composed when they are first asked for. */
export interface ComposedPages {
  readonly all: readonly ConsolePage[]
  readonly signIn: SignInWay | undefined
  /** Throws when there is no such file. */
  composed(file: string): StaticFile
}

/** What all pages follow: a server that asks for no credentials (`open`) offers no sign-in, and the panel asks for what is looked at alone. */
export interface PagesOptions extends Omit<AskedOfPeople, 'provider'> {
  /** How people sign in at an identity provider, where they can. */
  readonly signIn?: SignInWay | undefined
}

/** Throws an Error when two pages have one key. */
export function composedPages(all: readonly ConsolePage[], { signIn, ...asked }: PagesOptions = {}): ComposedPages {
  const keys = all.flatMap(({ nav }) => (nav ? [nav.key] : []))
  const twice = keys.find((key, n) => keys.indexOf(key) !== n)
  if (twice !== undefined) throw new Error(`two pages of the console have the key ${twice}`)
  const known = new Map<string, StaticFile>()
  return {
    all,
    signIn,
    composed(file) {
      const composed = known.get(file) ?? compose(file, all, { ...asked, provider: signIn !== undefined })
      known.set(file, composed)
      return composed
    },
  }
}

function compose(file: string, all: readonly ConsolePage[], asked: AskedOfPeople): StaticFile {
  const [shell, page] = [SHELL, `pages/${file}/${file}.html`].map((path) => {
    const found = shippedFiles().get(path)
    if (!found) throw new Error(`web/${path} is missing`)
    return found
  }) as [StaticFile, StaticFile]
  const body = Buffer.from(composePage(shell.body.toString(), file, page.body.toString(), all, asked))
  return { body, type: page.type, etag: etagOf(body) }
}

const SHELL = 'shell/shell.html'

/** Serves the pages of all families. The API's document lists those under /api alone. Throws when a file is missing. */
export function registerPages(app: App): void {
  for (const { file, paths } of app.pages.all) {
    app.pages.composed(file)
    for (const path of paths) {
      // one with a route of its own decides between page and data
      if (app.hasRoute({ method: 'GET', url: path })) continue
      const schema = path.startsWith('/api/')
        ? { summary: `Get the HTML page ${file}`, tags: ['pages'], etag: true, response: html }
        : { hide: true }
      app.get(path, { config: { access: 'open' }, schema }, async (request, reply) => sendPage(request, reply, file) as never)
    }
  }
}

/** Answers with the page `web/pages/<file>`, where a route decides between page and data. Throws when it is missing. */
export const sendPage = (request: FastifyRequest, reply: FastifyReply, file: string): FastifyReply =>
  sendFile(request, reachingProvider(request, reply), request.server.pages.composed(file))

/** Sends a page that a service composed itself. */
export const sendComposed = (request: FastifyRequest, reply: FastifyReply, page: StaticFile): FastifyReply =>
  sendFile(request, reachingProvider(request, reply), page)

/** Lets the page reach the identity provider, where people sign in at one. */
function reachingProvider({ server }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { signIn } = server.pages
  return signIn ? reply.header('content-security-policy', policyReaching(signIn.origins())) : reply
}

/** The page of addresses that nothing has, in the console's dress. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { body, type } = request.server.pages.composed('not-found')
  return reachingProvider(request, reply).code(404).headers({ 'cache-control': 'no-store', vary: 'Accept' }).type(type).send(body)
}

/** Sends a file with its entity tag. */
export const sendFile = (request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply =>
  sendBytesWithEtag(request, reply, file.body, file.type, file.etag)

declare module 'fastify' {
  interface FastifyInstance {
    readonly pages: ComposedPages
  }
}
