import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'
import { readStaticFiles, registerAssets, registerPages } from './pages.ts'

let folder: string
let app: App

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'))
  mkdirSync(join(folder, 'web/styles'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'canary')
  writeFileSync(join(folder, 'web/app.js'), 'export {}')
  writeFileSync(join(folder, 'web/styles/main.css'), 'body {}')
  writeFileSync(join(folder, 'web/page.html'), '<!doctype html>')
  writeFileSync(join(folder, 'web/.hidden.js'), 'canary')
  writeFileSync(join(folder, 'web/notes.md'), 'canary')
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'web/link.txt'))
  ;({ app } = await testApp())
  registerAssets(app, readStaticFiles(join(folder, 'web')))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

it('serves files with their type and tag', async () => {
  const reply = await app.inject('/assets/app.js')
  expect([reply.statusCode, reply.body, reply.headers['content-type']]).toEqual([200, 'export {}', 'text/javascript; charset=utf-8'])
  expect((await app.inject('/assets/styles/main.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  const again = await app.inject({ url: '/assets/app.js', headers: { 'if-none-match': String(reply.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('serves nothing else', async () => {
  const names = [
    '../secret.txt',
    '%2e%2e/secret.txt',
    '..%2fsecret.txt',
    '..%5csecret.txt',
    'link.txt',
    '.hidden.js',
    'notes.md',
    'page.html',
    '',
    'app.js%00',
    'styles',
  ]
  for (const name of names) {
    const reply = await app.inject(`/assets/${name}`)
    expect([name, reply.statusCode]).toEqual([name, 404])
    expect(reply.body).not.toContain('canary')
  }
})

it('a page that is not there stops the start', async () => {
  const pages = [{ file: 'never-written', paths: ['/missing'] as const }]
  const { app: without } = await testApp({}, { families: [{ name: 'tests', pages }] })
  expect(() => registerPages(without)).toThrow('web/pages/never-written/never-written.html is missing')
})
