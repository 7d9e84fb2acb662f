import { expect, it } from 'vitest'
import { composePage } from './compose-page.ts'

const SHELL = '<!doctype html><head><!-- head --></head><body data-page=""><!-- main --></body>'

it('puts head and main of a page into the shell, as they stand', () => {
  const page = '<title>Cost</title>\n<link rel="stylesheet" href="/a.css">\n<main id="m">$& and $1</main>\n'
  expect(composePage(SHELL, 'cost', page)).toBe(
    '<!doctype html><head><title>Cost · Millrace</title>\n<link rel="stylesheet" href="/a.css"></head><body data-page="cost"><main id="m">$& and $1</main></body>',
  )
})

it('leaves a whole document alone', () => {
  expect(composePage(SHELL, 'x', '<!DOCTYPE html><p>x')).toBe('<!DOCTYPE html><p>x')
})

it('refuses a page or a shell that is not of this form', () => {
  expect(() => composePage(SHELL, 'x', '<main></main><title>late</title>')).toThrow('the page x has no <title>')
  expect(() => composePage('<body>', 'x', '<title>t</title><main></main>')).toThrow('the shell has no data-page=""')
})
