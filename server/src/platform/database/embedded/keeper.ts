import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { claim, type Claim } from './claim.ts'
import { launch, stopServer, type Launch } from './postmaster.ts'

/** Restarts the server, at the same address, whenever it ends before `stop`. */
export function keepRunning(
  first: ChildProcess,
  held: Claim,
  options: Launch,
  superuserUrl: string,
  log: Logger,
): { stop(): Promise<void> } {
  let child: ChildProcess | null = first
  let claimed: Claim | null = held
  let stopping = false
  let restarting: Promise<void> = Promise.resolve()

  const watch = (process: ChildProcess) =>
    process.once('exit', (code, signal) => {
      child = null
      if (stopping) return
      log.error({ code, signal }, 'the embedded database ended; starting it again')
      restarting = restart()
    })
  const restart = async () => {
    for (let wait = 100; !stopping; wait = Math.min(wait * 2, 5_000)) {
      try {
        child = await launch(options)
        claimed = await claim(superuserUrl)
        watch(child)
        return
      } catch (error) {
        log.error({ err: error }, 'the embedded database does not start')
        await delay(wait)
      }
    }
  }
  watch(first)
  return {
    async stop() {
      stopping = true
      await restarting
      await claimed?.release().catch(() => undefined)
      if (child?.pid !== undefined) await stopServer(child.pid)
    },
  }
}
