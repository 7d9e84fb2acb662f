import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig, type TestUserConfig } from 'vitest/config'

// What waits for a minute is run with the long checks (.ci/long).
const left = [...configDefaults.exclude, ...(process.env.LONG_TESTS ? [] : ['**/*.long.test.ts'])]
/** What starts processes of the product or browsers first and for long, and what sets or exchanges something for all that is read in. */
const ALONE = ['tests/{browser,deaths,docs,runs}/**/*.test.ts', 'scripts/start.test.ts', '**/*.alone.test.ts']

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
      // Most of what such a test takes is starting Node and reading the product in: one process runs one file after the other.
      { test: { ...project, name: 'shared', include: ['**/*.test.ts'], exclude: [...left, ...ALONE], isolate: false } },
    ],
  },
})
