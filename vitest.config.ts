import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig, type TestUserConfig } from 'vitest/config'

// What waits for a minute is run with the long checks (.ci/long).
const left = [...configDefaults.exclude, ...(process.env.LONG_TESTS ? [] : ['**/*.long.test.ts'])]
const tests = (folders: readonly string[]) => folders.map((folder) => `${folder}/**/*.test.ts`)
/** Most of what such a test takes is starting Node and reading the product in: one process runs one file after the other. */
const SHARED = tests(['schemas', 'kernel', 'services'])
/** What starts whole worlds, and what exchanges a module for all that is read in. */
const ALONE = [...tests(['scripts', 'clients', 'tests', 'bench']), '**/*.alone.test.ts']

const project: TestUserConfig = {
  pool: 'forks',
  // node:sqlite is experimental; kafkajs 2.2.4 computes a negative delay for one of its timers.
  execArgv: ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning'],
  // As long as a busy machine may need: what hangs is found all the same, and nothing else waits for it.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    // Much of what tests do is waiting for servers and browsers: one more at once than cores.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['tests/support/services/setup.ts'],
    projects: [
      { test: { ...project, name: 'alone', include: ALONE, exclude: left } },
      { test: { ...project, name: 'shared', include: SHARED, exclude: [...left, '**/*.alone.test.ts'], isolate: false } },
    ],
  },
})
