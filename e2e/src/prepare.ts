import type { TestProject } from 'vitest/node'
import { freshPages, freshProgram } from '../../scripts/fresh.js'
import { startProgram } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder on which the program ran once: with its database and a full demonstration. */
    demonstration: string
  }
}

/** Builds pages and program and draws the demonstration once for all journeys, which took them a fifth of their time. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  await freshPages()
  await freshProgram()
  const program = await startProgram()
  await program.said('the demonstration is complete')
  await program.stop()
  project.provide('demonstration', program.dataDir)
  return () => program.remove()
}
