import { expect, test } from 'vitest'
import { composedPages } from '../reply/pages.ts'
import type { Family } from './family.ts'
import { familyRules } from './family-rules.ts'

const mills: Family = {
  name: 'mills',
  access: {
    prefixes: { '/mills': 'api', '/mills/open': 'open' },
    exceptions: [{ why: 'moves water', access: 'admin', routes: ['POST /mills/:id/sluice'] }],
    changes: { own: ['POST /mills'], everyone: ['POST /mills/:id/sluice'] },
  },
  tag: { name: 'mills', description: 'Mills.' },
  pages: [{ file: 'mills', paths: ['/mills', '/wheels'] }],
}
const rest: Family = { name: 'rest', access: { prefixes: { '/': 'open', '/api': 'api' } } }

test('the longest prefix counts, by whole segments and however the path is written', () => {
  const { accessOf } = familyRules([mills, rest])
  expect(['/mills', '/mills/1', '/mills/open/x', '/millstone', '/mills%2F1', '//mills//1', '/%zz', '/api/x'].map(accessOf)).toEqual([
    ...['api', 'api', 'open', 'open', 'api', 'api', 'open', 'api'],
  ])
})

test('what no family knows is refused: its path asks for credentials, its change for the administrator', () => {
  const { accessOf, changeOf, tagOf } = familyRules([mills])
  expect([accessOf('/elsewhere'), changeOf('POST', '/elsewhere'), changeOf('DELETE', '/mills'), tagOf('/elsewhere')]).toEqual([
    ...['api', 'everyone', 'everyone', 'pages'],
  ])
})

test('exceptions, changes, tags and open pages come from their family', () => {
  const { routeAccessOf, changeOf, tagOf, tags } = familyRules([mills, rest])
  expect([routeAccessOf('POST', '/mills/:id/sluice'), routeAccessOf('GET', '/mills'), routeAccessOf('POST', '/mills')]).toEqual([
    ...['admin', 'open', 'api'],
  ])
  expect([changeOf('POST', '/mills'), tagOf('/mills/open'), tagOf('/api/x'), tags]).toEqual(['own', 'mills', 'pages', [mills.tag]])
})

test('what two families claim is refused, and so are two pages of one key', () => {
  expect(() => familyRules([mills, { ...rest, access: { prefixes: { '/mills/': 'open' } } }])).toThrow(
    '/mills is claimed by mills and by rest',
  )
  const twice = { name: 'twice', access: { prefixes: {}, changes: { nothing: ['POST /mills'] } } } as const
  expect(() => familyRules([mills, twice])).toThrow('POST /mills is claimed by mills and by twice')
  const page = (file: string) => ({ file, paths: [`/${file}`], nav: { title: file, group: 'Mills', key: 'm' } }) as const
  expect(() => composedPages([page('mills'), page('mines')])).toThrow('the key m')
})
