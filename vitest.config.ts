import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The journeys first, which take longest: no worker ends with one of them alone. */
const ORDER = ['e2e', 'analysis', 'server', 'web', 'contract']

class JourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => ORDER.indexOf(a.project.name) - ORDER.indexOf(b.project.name))
  }
}

const node = (name: string, globalSetup: string[] = []) => ({
  test: {
    name,
    globalSetup,
    root: `./${name}`,
    include: ['src/**/*.test.ts'],
    // The files of one worker share what they import: reading it anew took longer than most tests.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

/** The journeys drive whole programs and browsers, with patience on a busy machine. */
const journeys = {
  test: {
    ...node('e2e', [`${import.meta.dirname}/e2e/src/prepare.ts`]).test,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
}

/** Three files at a time keep two cores busy: journeys wait for pages, and the server for its database. */
export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: JourneysFirst },
    projects: [
      node('contract'),
      node('analysis'),
      node('server', [`${import.meta.dirname}/server/src/testing/database-server.ts`]),
      './web/vite.config.ts',
      journeys,
    ],
  },
})
