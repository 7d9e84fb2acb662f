import { expect, test } from 'vitest'
import { importsOf, layerFaults } from './check-layers.ts'

const faultsOf = (path: string, text: string) => layerFaults(new Map([[path, text]]))

test('finds imports of every form', () => {
  const text = [
    "import '../a.ts'",
    "import type { B } from './b.ts'",
    "import {\n  c,\n  d,\n} from '../../kernel/c.ts'",
    "export { e } from './e.ts'",
    "export * from './f.ts'",
    "const g = await import('./g.ts')",
    "import fs from 'node:fs'",
    "const text = 'not from here'",
  ].join('\n')
  expect(importsOf('services/x/y.ts', text)).toEqual([
    'services/a.ts',
    'services/x/b.ts',
    'kernel/c.ts',
    'services/x/e.ts',
    'services/x/f.ts',
    'services/x/g.ts',
  ])
})

test.each([
  ['kernel/runtime/a.ts', '../../services/chunk/split.ts'],
  ['schemas/a.ts', '../kernel/ids.ts'],
  ['schemas/a.ts', '../services/catalog.ts'],
  ['kernel/runtime/a.ts', '../../tests/x.ts'],
  ['kernel/runtime/a.ts', '../../scripts/x.ts'],
  ['kernel/runtime/a.test.ts', '../../services/catalog.ts'],
  ['services/embed/a.ts', '../chunk/split.ts'],
  ['services/embed/deep/a.ts', '../../chunk/split.ts'],
  ['services/embed/a.ts', '../edge/routes.ts'],
  ['services/embed/a.test.ts', '../chunk/split.ts'],
  ['services/embed/a.ts', '../../scripts/schemas/schemas.ts'],
])('%s must not import %s', (path, target) => {
  expect(faultsOf(path, `import { x } from '${target}'\nexport const y = x\n`)).toHaveLength(1)
})

test.each([
  ['services/embed/a.ts', '../../kernel/ids.ts'],
  ['services/embed/a.ts', './deep/b.ts'],
  ['services/catalog.ts', './chunk/service.ts'],
  ['services/main.ts', './edge/create-edge.ts'],
  ['services/edge/a.ts', '../chunk/service.ts'],
  ['services/embed/a.test.ts', '../../tests/handler-context.ts'],
  ['kernel/runtime/a.test.ts', '../../scripts/kafka/broker.ts'],
  ['kernel/runtime/a.ts', '../../schemas/event.ts'],
  ['tests/a.test.ts', '../services/chunk/split.ts'],
])('%s may import %s', (path, target) => {
  expect(faultsOf(path, `import { x } from '${target}'\nexport const y = x\n`)).toEqual([])
})

test('the kernel’s folders stand in one order, and each has its place', () => {
  const faults = (path: string, target: string) => faultsOf(path, `import { x } from '${target}'\nexport const y = x\n`)
  expect(faults('kernel/runtime/a.ts', '../store/b.ts')[0]).toContain('kernel/runtime stands before kernel/store')
  expect(faults('kernel/ports.ts', './http/b.ts')).toHaveLength(1)
  expect(faults('kernel/store/a.ts', '../runtime/b.ts')).toEqual([])
  expect(faults('kernel/store/sqlite/a.ts', '../b.ts')).toEqual([])
  expect(faults('kernel/runtime/a.test.ts', '../store/b.ts')).toEqual([])
  expect(faultsOf('kernel/attic/a.ts', 'export const x = 1\n')).toEqual(['kernel/attic has no place in KERNEL_ORDER'])
})

test('a folder has 25 modules at most, its tests not counted', () => {
  const folder = (count: number, ending: string) =>
    Array.from({ length: count }, (_, n): [string, string] => [`services/x/m${n}${ending}`, 'export const x = 1\n'])
  expect(layerFaults(new Map([...folder(25, '.ts'), ...folder(40, '.test.ts')]))).toEqual([])
  expect(layerFaults(new Map(folder(26, '.ts')))).toEqual(['services/x: 26 modules, more than 25'])
})

test('refuses names without meaning, long modules and barrels', () => {
  const line = 'export const x = 1\n'
  for (const path of ['services/utils.ts', 'services/helpers/a.ts', 'services/x/common.ts', 'schemas/lib/a.ts', 'services/misc.test.ts'])
    expect(faultsOf(path, line)).toHaveLength(1)
  expect(faultsOf('services/utilities-of-the-mill.ts', line)).toEqual([])
  expect(faultsOf('services/long.ts', line.repeat(301))[0]).toContain('301 lines')
  expect(faultsOf('services/long.ts', line.repeat(300))).toEqual([])
  expect(faultsOf('clients/a.ts', `// Written by \`npm run client\` from the document\n${line.repeat(301)}`)).toEqual([])
  expect(faultsOf('services/index.ts', "// all\nexport * from './a.ts'\nexport {\n  b,\n} from './b.ts'\n")[0]).toContain('barrel')
  expect(faultsOf('services/documents/index/service.ts', `export { a } from './a.ts'\n${line}`)).toEqual([])
})

test('the kernel knows no service: neither its paths nor, where requests are dealt with, its name', () => {
  const service =
    "export const mills: Service = {\n  name: 'mills',\n  access: { prefixes: { '/mills': 'api' } },\n  tag: { name: 'water', description: '' },\n}\n"
  const faults = (path: string, text: string) =>
    layerFaults(
      new Map([
        ['services/mills/service.ts', service],
        [path, text],
      ]),
    )
  expect(faults('kernel/http/app/a.ts', "export const a = '/mills/1'\n")[0]).toContain("'/mills/1' belongs to one")
  expect(faults('kernel/runs/a.ts', 'export const a = `/mills/x`\n')).toHaveLength(1)
  expect(faults('kernel/runs/a.ts', "export const a = '/api/v2/other'\n")).toHaveLength(1)
  expect(faults('kernel/http/app/a.ts', "export const a = { mills: 1, b: 'mills' }\n")).toHaveLength(1)
  for (const text of ["export const a = '/millstone'\n", "/** As `/mills` does. */\nexport const a = 'water'\n"])
    expect(faults('kernel/http/app/a.ts', text)).toEqual([])
  expect(faults('kernel/store/a.ts', "export const a = 'mills'\n")).toEqual([])
  expect(faults('kernel/http/app/a.test.ts', "export const a = '/mills'\n")).toEqual([])
})

test('what tests of one process share is neither hooked nor exchanged for all of them', () => {
  const hooked = 'afterEach(() => close())\nexport const a = 1\n'
  expect(faultsOf('kernel/runtime/a.fixture.ts', hooked)).toEqual([expect.stringContaining('hooks are set by a function')])
  expect(faultsOf('tests/support/a.ts', hooked)).toEqual([expect.stringContaining('hooks are set by a function')])
  expect(faultsOf('kernel/runtime/a.test.ts', hooked)).toEqual([])
  expect(faultsOf('kernel/runtime/a.fixture.ts', `export function closing(): void {\n  ${hooked}}\n`)).toEqual([])
  const exchanged = "vi.mock('node:fs', () => ({}))\n"
  expect(faultsOf('kernel/runtime/a.test.ts', exchanged)).toEqual([expect.stringContaining('.alone.test.ts')])
  expect(faultsOf('kernel/runtime/a.alone.test.ts', exchanged)).toEqual([])
})
