import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { startProgram, type Program } from './program.ts'

/** The program and the browser of this file's journey, from its first test to its last. */
export let program: Program
export let browser: Browser

/** Starts both before the tests of a file, on a folder, a database and a port of its own, and removes them after. */
export function journey(env: Record<string, string> = {}): void {
  beforeAll(async () => {
    ;[program, browser] = await Promise.all([startProgram({ env }), openBrowser()])
  })
  afterAll(async () => {
    await browser.close()
    await program.remove()
  })
}

/** Stops the program and starts it again on its stored data. */
export async function restartProgram(): Promise<void> {
  await program.stop()
  program = await startProgram({ dataDir: program.dataDir })
}
