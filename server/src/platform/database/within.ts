import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'

const open = new AsyncLocalStorage<Logger>()

/** Runs what stands in a transaction. */
export const within = <T>(log: Logger, work: () => T): T => open.run(log, work)

/**
 * Whoever waits in a transaction keeps its connection and its locks: ten of them at once wait for each other, and
 * everybody behind them. So nothing in one waits for a second connection, for another machine or for the store of
 * files. That is a fault of the program, and the log says its place.
 */
export function waits(why: string): void {
  const log = open.getStore()
  log?.error({ err: new Error(`a transaction waits for ${why}`) }, 'a transaction waits')
}
