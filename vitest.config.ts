import { defineConfig } from 'vitest/config'

const SETUP = `${import.meta.dirname}/vitest.setup.ts`

const node = (name: string, globalSetup: string[] = []) => ({
  test: {
    name,
    globalSetup,
    root: `./${name}`,
    include: ['src/**/*.test.ts'],
    setupFiles: [SETUP],
    // The files of one worker share what they import: reading it anew took longer than most tests.
    isolate: false,
    // Limits for what hangs, not for what is slow: three runs share two cores.
    testTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    hookTimeout: 900_000,
  },
})

/** A test fails where the program logged an error that the test does not expect. */
const server = {
  test: {
    ...node('server', [`${import.meta.dirname}/server/src/testing/database-server.ts`]).test,
    setupFiles: [SETUP, `${import.meta.dirname}/server/src/testing/setup.ts`],
  },
}

/**
 * The journeys drive whole programs and browsers, with patience on a busy machine. In one run with
 * the others they come last; `npm test` runs them beside the others, in a run of their own.
 */
const journeys = {
  test: {
    ...node('e2e', [`${import.meta.dirname}/e2e/src/prepare.ts`]).test,
    isolate: true,
    sequence: { groupOrder: 1 },
  },
}

/** Two cores: two files at a time. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    experimental: { fsModuleCache: true },
    // A failure says what was found, however long.
    chaiConfig: { truncateThreshold: 0 },
    projects: [node('contract'), node('analysis'), server, './web/vite.config.ts', journeys],
  },
})
