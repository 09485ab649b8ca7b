import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { workerEnvironment } from './config.ts'

/** As built: loaded from its sources, a worker takes twice as long to start. */
const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 30_000
/** A worker that lived this long died for a new reason. */
const HEALTHY_MS = 60_000
const STOP_MS = 15_000

/** The worker as a process of its own: the web process survives a crash of native code. */
export function keepWorker(databaseUrl: string, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const stopped = () => stopping.signal.aborted
  let child: ChildProcess | null = null

  const keep = async () => {
    let wait = FIRST_WAIT_MS
    while (!stopped()) {
      const since = Date.now()
      // A group of its own: Ctrl-C reaches the program alone, which stops the worker in its turn.
      child = fork(PROGRAM, { env: workerEnvironment(databaseUrl), detached: true })
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
      child = null
      if (stopped()) return
      if (Date.now() - since > HEALTHY_MS) wait = FIRST_WAIT_MS
      log.error({ code, signal, again_ms: wait }, 'the worker ended; starting it again')
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
  }
  const kept = keep()
  return {
    async stop() {
      stopping.abort()
      const running = child
      running?.kill('SIGTERM')
      const late = setTimeout(() => running?.kill('SIGKILL'), STOP_MS)
      await kept
      clearTimeout(late)
    },
  }
}
