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
  ['kernel/a.ts', '../services/chunk/split.ts'],
  ['schemas/a.ts', '../kernel/ids.ts'],
  ['schemas/a.ts', '../services/catalog.ts'],
  ['kernel/a.ts', '../tests/x.ts'],
  ['kernel/a.ts', '../scripts/x.ts'],
  ['kernel/a.test.ts', '../services/catalog.ts'],
  ['services/embed/a.ts', '../chunk/split.ts'],
  ['services/embed/deep/a.ts', '../../chunk/split.ts'],
  ['services/embed/a.ts', '../edge/routes.ts'],
  ['services/embed/a.test.ts', '../chunk/split.ts'],
  ['services/embed/a.ts', '../../scripts/schemas.ts'],
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
  ['kernel/a.test.ts', '../scripts/kafka-broker.ts'],
  ['kernel/a.ts', '../schemas/event.ts'],
  ['tests/a.test.ts', '../services/chunk/split.ts'],
])('%s may import %s', (path, target) => {
  expect(faultsOf(path, `import { x } from '${target}'\nexport const y = x\n`)).toEqual([])
})

test('refuses names without meaning, long modules and barrels', () => {
  const line = 'export const x = 1\n'
  for (const path of ['kernel/utils.ts', 'kernel/helpers/a.ts', 'services/x/common.ts', 'kernel/lib/a.ts', 'kernel/misc.test.ts'])
    expect(faultsOf(path, line)).toHaveLength(1)
  expect(faultsOf('kernel/utilities-of-the-mill.ts', line)).toEqual([])
  expect(faultsOf('kernel/long.ts', line.repeat(301))[0]).toContain('301 lines')
  expect(faultsOf('kernel/long.ts', line.repeat(300))).toEqual([])
  expect(faultsOf('clients/a.ts', `// Written by \`npm run client\` from the document\n${line.repeat(301)}`)).toEqual([])
  expect(faultsOf('kernel/index.ts', "// all\nexport * from './a.ts'\nexport {\n  b,\n} from './b.ts'\n")[0]).toContain('barrel')
  expect(faultsOf('services/documents/index/service.ts', `export { a } from './a.ts'\n${line}`)).toEqual([])
})
