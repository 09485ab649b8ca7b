import { constants } from 'node:os'

/** What this process has begun and would leave behind: programs, servers, folders. */
const ends = new Set<() => Promise<unknown>>()

/** Ends this where the process is cut. Whoever has ended it himself calls what is returned. */
export function endWhereCut(end: () => Promise<unknown>): () => void {
  ends.add(end)
  return () => void ends.delete(end)
}

const say = (line: string) => void process.stderr.write(`${line}\n`)

/** What begins while others end is ended too; the newest first, for it may need what stood before it. */
async function endAll(): Promise<void> {
  for (;;) {
    const newest = [...ends].at(-1)
    if (!newest) return
    ends.delete(newest)
    await newest().catch((error: unknown) => say(String(error)))
  }
}

/**
 * A signal ends what was begun before it ends the process: `timeout`, or ctrl-C. Called once, by what is started itself, and
 * that by `node --import tsx`: the command `tsx` kills what does not answer a signal within 60 ms.
 */
export function endOnSignals(): void {
  let isCut = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      // A group and a launcher both hand it on.
      if (isCut) return
      isCut = true
      say(`${signal}: what was begun is ended.`)
      // What was under way fails now.
      for (const fault of ['uncaughtException', 'unhandledRejection'])
        process.on(fault, () => undefined)
      void endAll().finally(() => process.exit(128 + constants.signals[signal]))
    })
}
