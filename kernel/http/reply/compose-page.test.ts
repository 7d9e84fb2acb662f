import { expect, it } from 'vitest'
import { composePage } from './compose-page.ts'
import type { ConsolePage } from './pages.ts'

const SHELL = '<!doctype html><head><!-- head --></head><body><div class="tools"></div><nav><!-- navigation --></nav><!-- main --></body>'
const PAGE = '<title>Cost</title>\n<link rel="stylesheet" href="/a.css">\n<main id="m">$& and $1</main>\n'
const pages: ConsolePage[] = [
  { file: 'cost', paths: ['/cost', '/also'], nav: { title: 'Cost & "more"', group: 'Money', key: 'c' } },
  { file: 'file', paths: ['/file'], nav: { title: 'Files', group: 'Paper', key: 'f' } },
  { file: 'detail', paths: ['/detail'] },
  { file: 'tax', paths: ['/tax'], nav: { title: 'Tax', group: 'Money', key: 't' } },
]
const compose = (shell: string, page: string, all: ConsolePage[] = [], open = false) => composePage(shell, 'cost', page, all, { open })

it('puts head and main of a page into the shell, as they stand', () => {
  expect(compose(SHELL, PAGE)).toBe(
    '<!doctype html><head><title>Cost · Millrace</title>\n<link rel="stylesheet" href="/a.css"></head><body><div class="tools"></div><nav></nav><main id="m">$& and $1</main></body>',
  )
})

it('says where nobody has to sign in, and what is asked for elsewhere', () => {
  expect(composePage(SHELL, 'cost', PAGE, [], { keys: true, provider: true })).toContain(
    '<div class="tools" data-keys data-provider></div>',
  )
  expect(compose(SHELL, PAGE, [], true)).toContain('<body><div class="tools" data-open></div>')
})

it('leads to every page by its group, marks this one, and tells the keyboard its keys', () => {
  expect(compose('<!-- head --><div class="tools"><!-- main -->|<!-- navigation -->', PAGE, pages).split('|')[1]).toBe(
    [
      '<details class="group" data-group="Money" open><summary>Money</summary><ul><li><a href="/cost" data-key="c" aria-current="page">Cost &#38; &#34;more&#34;</a></li><li><a href="/tax" data-key="t">Tax</a></li></ul></details>',
      '<details class="group" data-group="Paper" open><summary>Paper</summary><ul><li><a href="/file" data-key="f">Files</a></li></ul></details>',
    ].join('\n'),
  )
})

it('marks the entry of the page above, where a page has none', () => {
  const all = [...pages, { file: 'one', paths: ['/cost/:id'] as const }]
  const said = composePage(SHELL, 'one', PAGE, all)
  expect(said).toContain('<a href="/cost" data-key="c" aria-current="true">')
  expect(said.match(/aria-current/g)).toHaveLength(1)
})

it('leaves a whole document alone', () => {
  expect(compose(SHELL, '<!DOCTYPE html><p>x')).toBe('<!DOCTYPE html><p>x')
})

it('refuses a page or a shell that is not of this form', () => {
  expect(() => compose(SHELL, '<main></main><title>late</title>')).toThrow('the page cost has no <title>')
  expect(() => compose('<!-- head --><div class="tools">', '<title>t</title><main></main>')).toThrow('the shell has no <!-- navigation -->')
})
