import { readConfig } from './config.ts'
import { buildContext } from './context.ts'
import { StartRefused } from './start-refused.ts'
import { keepWorker } from './worker-process.ts'

type Stop = () => Promise<void>

/** A stop that takes longer is cut short. The next start repairs the rest. */
const STOP_MS = 30_000
/** sysexits: the fault lies in the input of the program. */
const EX_CONFIG = 78

/** Runs until a signal ends it; `beforeServing` is waited for while the database starts. */
export async function runProgram(beforeServing: Promise<void> = Promise.resolve()): Promise<void> {
  // Last opened, first stopped.
  const stops: Stop[] = []
  let started: Promise<void> = Promise.resolve()
  let ending = false
  const end = (code: number) => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    void started
      .catch(() => undefined)
      .then(() => stopAll(stops))
      .then(() => process.exit(code))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => end(0))
  }
  // The worker of a killed web process has nobody left to stop it.
  process.on('disconnect', () => end(0))
  if (process.send && !process.connected) end(0)
  beforeServing.catch(() => undefined)
  try {
    started = start(stops, beforeServing, end)
    await started
  } catch (error) {
    complain(error)
    end(error instanceof StartRefused ? EX_CONFIG : 1)
  }
}

/** A part that fails to stop must not keep the database from stopping. */
async function stopAll(stops: Stop[]): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop().catch(complain)
}

/** One line for a fault that a person can fix, the whole stack for a fault of the program. */
function complain(error: unknown): void {
  const fault = error instanceof Error ? (error.stack ?? error.message) : 'unknown fault'
  process.stderr.write(`${error instanceof StartRefused ? error.message : fault}\n`)
}

async function start(
  stops: Stop[],
  beforeServing: Promise<void>,
  end: (code: number) => void,
): Promise<void> {
  const config = readConfig()
  // Each mode loads its own half while the database starts.
  const mode = config.mode === 'worker' ? import('./worker.ts') : import('./web.ts')
  mode.catch(() => undefined)
  const built = await buildContext(config)
  stops.push(() => built.close())
  const { context } = built
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      context.log.fatal({ err: error }, fault)
      end(1)
    })
  }
  const half = await mode
  if ('startWorker' in half) {
    await half.startWorker(context)
    return
  }
  await beforeServing
  const stopWeb = await half.startWeb(context)
  const { databaseUrl } = context.config
  const worker = config.mode === 'all' ? keepWorker(databaseUrl, context.log) : null
  // Both at once, as neither needs the other to end.
  stops.push(async () => {
    await Promise.all([stopWeb(), worker?.stop()])
  })
}
