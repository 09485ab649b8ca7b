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

/** `threads`: of each run. */
export function laneOf(threads: number): Lane {
  let worker: Worker | null = null
  let count = 0
  const waiting = new Map<number, Waiting>()

  const begin = () => {
    const begun = new Worker(new URL('./lane-worker.js', import.meta.url), { execArgv: [] })
    const over = (fault: unknown) => {
      if (worker === begun) worker = null
      for (const { reject } of waiting.values()) reject(fault)
      waiting.clear()
    }
    begun.on('message', ({ id, ...answer }: Answer) => {
      const one = waiting.get(id)
      waiting.delete(id)
      // A lane without work keeps no program alive.
      if (waiting.size === 0) begun.unref()
      if ('fault' in answer) one?.reject(answer.fault)
      else one?.resolve(answer.outputs)
    })
    begun.on('error', over)
    begun.on('exit', () => over(new Error('the thread of the networks ended')))
    return begun
  }

  const ask = (asked: Asked) =>
    new Promise<Output[]>((resolve, reject) => {
      const here = (worker ??= begin())
      const id = ++count
      here.ref()
      waiting.set(id, { resolve, reject })
      here.postMessage({ id, asked })
    })

  const hold: Lane['hold'] = (read) => {
    const network = ++count
    let holder: Worker | null = null
    let opening: Promise<void> | null = null
    const open = async () => {
      const bytes = await read()
      await ask({ open: network, bytes, threads })
      holder = worker
    }
    return async (crop, views) => {
      // Without a wait where it is open: what asks goes on with other work.
      if (holder === null || holder !== worker)
        await (opening ??= open().finally(() => (opening = null)))
      return ask({ run: network, crop, views })
    }
  }

  return {
    hold,
    close: async () => {
      const ended = worker
      if (ended === null) return
      await ask({ close: true })
      worker = null
      await ended.terminate()
    },
  }
}
