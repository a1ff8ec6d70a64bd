import { defineConfig } from 'vitest/config'

/**
 * Tests import the packages by name and so run against what was built: node loads `dist` itself, nothing is transformed.
 * Two workers suit two cores; each file has a process of its own, because native parts are loaded per process.
 */
export default defineConfig({
  test: {
    include: ['spec/test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    server: { deps: { external: [/\/dist\//, /\/node_modules\//] } },
  },
})
