import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { openBrowser } from './browser.ts'
import { startProgram, type Program } from './program.ts'

/** The program and the browser of this file's journey, from its first test to its last. */
export let program: Program
export let browser: Browser

/**
 * Starts both before the tests of a file, on a folder, a database and a port of its own, and removes
 * them after. The folder is empty, or has the full demonstration of a program that ran before.
 */
export function journey(
  folder: 'empty' | 'demonstration' = 'demonstration',
  env: Record<string, string> = {},
  which: Parameters<typeof openBrowser>[0] = 'shell',
): void {
  const start = async () =>
    startProgram(folder === 'empty' ? { env } : { env, dataDir: await demonstration() })
  beforeAll(async () => {
    ;[program, browser] = await Promise.all([start(), openBrowser(which)])
  })
  afterAll(async () => {
    await browser.close()
    await program.remove()
  })
}

/** A copy that keeps the owners of the files: the database runs as a user of its own. */
async function demonstration(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mingmou-journey-'))
  await promisify(execFile)('cp', ['-a', `${inject('demonstration')}/.`, dataDir])
  return dataDir
}

/** Stops the program and starts it again on its stored data. */
export async function restartProgram(): Promise<void> {
  await program.stop()
  program = await startProgram({ dataDir: program.dataDir })
}
