import { freshPages, freshProgram } from '../../scripts/fresh.js'
import { startProgram, type Program } from './program.ts'

/** Builds pages and program and draws the demonstration once for all journeys, which took them a fifth of their time. */
export async function demonstrated(): Promise<Program> {
  await freshPages()
  await freshProgram()
  const program = await startProgram()
  try {
    await program.said('the demonstration is complete')
    await program.stop()
  } catch (error) {
    await program.remove()
    throw error
  }
  return program
}
