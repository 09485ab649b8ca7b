import type { TestProject } from 'vitest/node'
import { demonstrated } from './demonstrated.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder on which the program ran once: with its database and a full demonstration. */
    demonstration: string
  }
}

/** One demonstration for all journeys of a run, or for several runs where `DEMONSTRATION` names its folder. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DEMONSTRATION']
  if (given !== undefined) {
    project.provide('demonstration', given)
    return () => Promise.resolve()
  }
  const program = await demonstrated()
  project.provide('demonstration', program.dataDir)
  return () => program.remove()
}
