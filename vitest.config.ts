import { defineConfig } from 'vitest/config'

const node = (name: string, globalSetup: string[] = []) => ({
  test: {
    name,
    globalSetup,
    root: `./${name}`,
    include: ['src/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

/** Two cores: two files at a time. The journeys drive whole programs and browsers, one at a time. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      node('contract'),
      node('analysis'),
      node('server', ['src/testing/database-server.ts']),
      './web/vite.config.ts',
      node('e2e'),
    ],
  },
})
