import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { buildContext, type Context } from './context.ts'
import { runningServiceUrl } from './platform/database/embedded/running.ts'
import { StartRefused } from './start-refused.ts'

/** sysexits: used wrongly. */
const EX_USAGE = 64

/** The words after a command are not what it takes. */
export class UsageFault extends StartRefused {
  override name = 'UsageFault'
}

/** The exit status of a command. A fault that a person can mend is one line. */
export async function inOneLine(work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    process.stderr.write(`${error.message}\n`)
    return error instanceof UsageFault ? EX_USAGE : 1
  }
}

/** Works with the records of a program beside it, or of one that does not run. */
export async function withProgram<T>(
  config: Config,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const databaseUrl = config.databaseUrl ?? (await runningServiceUrl(config.dataDir))
  if (databaseUrl === null && !existsSync(join(config.dataDir, 'database'))) {
    throw new StartRefused(`DATA_DIR: there is no database below ${config.dataDir}`)
  }
  const built = await buildContext({ ...config, databaseUrl })
  try {
    return await work(built.context)
  } finally {
    await built.close()
  }
}
