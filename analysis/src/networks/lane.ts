import { Worker } from 'node:worker_threads'
import type { Output, Showing, View } from './view.ts'

/** Shows a crop to one network of a lane, once for each view: its outputs, in their order. */
export type Running = (crop: Showing, views: readonly View[]) => Promise<Output[]>

/** A thread that runs networks, one after the other, while what asked for them goes on. */
export interface Lane {
  /**
   * A network of this lane. Its file is read when it is first shown something, and again where the thread ended meanwhile.
   * @throws {Error} that of `read`, or where the bytes are no network
   */
  hold: (read: () => Promise<Uint8Array>) => Running
  /** Gives back what it holds. */
  close: () => Promise<void>
}

/** What a lane is asked: to hold a network under a number, to run it, or to end. */
export type Asked =
  | { open: number; bytes: Uint8Array; threads: number }
  | { run: number; crop: Showing; views: readonly View[] }
  | { close: true }
export type Answer = { id: number } & ({ outputs: Output[] } | { fault: unknown })

interface Waiting {
  resolve: (outputs: Output[]) => void
  reject: (fault: unknown) => void
}

/** A thread with what it was asked and has not answered: its end takes nothing of the next one with it. */
interface Begun {
  worker: Worker
  waiting: Map<number, Waiting>
}

/** `threads`: of each run. */
export function laneOf(threads: number): Lane {
  let now: Begun | null = null
  let count = 0

  const begin = (): Begun => {
    const waiting = new Map<number, Waiting>()
    const begun = {
      worker: new Worker(new URL('./lane-worker.js', import.meta.url), { execArgv: [] }),
      waiting,
    }
    const { worker } = begun
    const over = (fault: unknown) => {
      if (now === begun) now = null
      for (const { reject } of waiting.values()) reject(fault)
      waiting.clear()
    }
    worker.on('message', ({ id, ...answer }: Answer) => {
      const waiter = waiting.get(id)
      waiting.delete(id)
      // A lane without work keeps no program alive.
      if (waiting.size === 0) worker.unref()
      if ('fault' in answer) waiter?.reject(answer.fault)
      else waiter?.resolve(answer.outputs)
    })
    worker.on('error', over)
    worker.on('exit', () => over(new Error('the thread of the networks ended')))
    return begun
  }

  const ask = (asked: Asked) =>
    new Promise<Output[]>((resolve, reject) => {
      const { worker, waiting } = (now ??= begin())
      const id = ++count
      worker.ref()
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, asked })
    })

  const hold: Lane['hold'] = (read) => {
    const network = ++count
    let holder: Begun | null = null
    let opening: Promise<void> | null = null
    const open = async () => {
      const bytes = await read()
      await ask({ open: network, bytes, threads })
      holder = now
    }
    return async (crop, views) => {
      // Without a wait where it is open: what asks goes on with other work.
      if (holder === null || holder !== now)
        await (opening ??= open().finally(() => (opening = null)))
      return ask({ run: network, crop, views })
    }
  }

  return {
    hold,
    close: async () => {
      const ended = now
      if (ended === null) return
      await ask({ close: true })
      now = null
      await ended.worker.terminate()
    },
  }
}
