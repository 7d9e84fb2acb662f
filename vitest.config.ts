import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['schemas', 'kernel', 'services', 'scripts', 'clients', 'tests', 'bench'].map((folder) => `${folder}/**/*.test.ts`),
    // What waits for a minute is run with the long checks (.ci/long).
    exclude: [...configDefaults.exclude, ...(process.env.LONG_TESTS ? [] : ['**/*.long.test.ts'])],
    pool: 'forks',
    // Much of what tests do is waiting for servers and browsers: two at once even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // node:sqlite is experimental; kafkajs 2.2.4 computes a negative delay for one of its timers.
    execArgv: ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning'],
    // As long as a busy machine may need: what hangs is found all the same, and nothing else waits for it.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['tests/support/services/setup.ts'],
  },
})
