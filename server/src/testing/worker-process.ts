import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { built } from './built.ts'
import type { TestApp } from './test-app.ts'

/** A worker as its own process, on the database and the files of the program. */
export function startWorkerProcess(
  { context }: TestApp,
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  const { databaseUrl, dataDir } = context.config
  return spawn(process.execPath, [built('main')], {
    env: {
      PATH: process.env['PATH'],
      MODE: 'worker',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...more,
    },
    stdio: 'inherit',
  })
}

/** What is waited for while a worker works. It fails once the worker ends: nothing more will come. */
export const whileWorking = <Done>(worker: ChildProcess, work: Promise<Done>): Promise<Done> =>
  Promise.race([
    work,
    once(worker, 'exit').then(() => {
      throw new Error('the worker process ended')
    }),
  ])
