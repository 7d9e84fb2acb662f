import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['schemas', 'kernel', 'services', 'scripts', 'tests', 'bench'].map((folder) => `${folder}/**/*.test.ts`),
    pool: 'forks',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/services-setup.ts'],
  },
})
