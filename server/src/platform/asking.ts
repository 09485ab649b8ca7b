import type { Transferable } from 'node:worker_threads'

export interface Question<Asked> {
  id: number
  asked: Asked
}
export type Answer<Value> = { id: number } & ({ value: Value } | { error: unknown })

interface Waiting<Value> {
  resolve: (value: Value) => void
  reject: (error: unknown) => void
  late: NodeJS.Timeout
}

/** What answers beside the thread that serves: a thread or a process. */
export interface Helper<Asked> {
  ask: (question: Question<Asked>, transferred: readonly Transferable[]) => void
  /** While it works, the program does not end. */
  hold: () => void
  release: () => void
  end: () => void
}

/** Begins one, which tells each answer, and once that it is over. */
export type Begin<Asked, Value> = (
  heard: (answer: Answer<Value>) => void,
  over: (error: unknown) => void,
) => Helper<Asked>

/** Asks it. What is transferred to a thread goes over without a copy. */
export type Ask<Asked, Value> = (
  asked: Asked,
  transferred?: readonly Transferable[],
) => Promise<Value>

/** What a helper does with a question. */
export type Answering<Asked, Value> = (asked: Asked) => Promise<Value>

export interface HelperOptions {
  /** It holds memory, which it gives back after so long without work. */
  idleMs: number
  /** One that answers nothing for so long is ended, and all that it does fails with it. */
  longestMs: number
  heapMb: number
}

export interface Asking<Asked, Value> {
  ask: Ask<Asked, Value>
  /** A question comes soon: one is begun already, and the question does not wait for that. */
  expect: () => void
}

/**
 * Work of one kind by a helper: begun when it is first asked or expected to be, one message for each question, one
 * answer.
 */
export function asking<Asked, Value>(
  begin: Begin<Asked, Value>,
  { idleMs, longestMs }: HelperOptions,
): Asking<Asked, Value> {
  interface Begun {
    helper: Helper<Asked>
    waiting: Map<number, Waiting<Value>>
  }
  let now: Begun | null = null
  let idle: NodeJS.Timeout | undefined
  let count = 0

  const begun = (): Begun => {
    const waiting = new Map<number, Waiting<Value>>()
    const over = (error: unknown) => {
      if (now === here) now = null
      for (const { reject, late } of waiting.values()) {
        clearTimeout(late)
        reject(error)
      }
      waiting.clear()
    }
    const heard = (answer: Answer<Value>) => {
      const waiter = waiting.get(answer.id)
      if (!waiter) return
      waiting.delete(answer.id)
      clearTimeout(waiter.late)
      if ('error' in answer) waiter.reject(answer.error)
      else waiter.resolve(answer.value)
      rest(here)
    }
    const here: Begun = { helper: begin(heard, over), waiting }
    return here
  }

  /** Ends one that has been without work for long. The program may end meanwhile. */
  const rest = (here: Begun) => {
    if (here.waiting.size > 0) return
    here.helper.release()
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (here.waiting.size > 0) return
      if (now === here) now = null
      here.helper.end()
    }, idleMs).unref()
  }

  const expect = () => rest((now ??= begun()))
  const ask: Ask<Asked, Value> = (asked, transferred = []) => {
    const here = (now ??= begun())
    clearTimeout(idle)
    here.helper.hold()
    return new Promise<Value>((resolve, reject) => {
      const id = ++count
      const late = setTimeout(here.helper.end, longestMs).unref()
      here.waiting.set(id, { resolve, reject, late })
      here.helper.ask({ id, asked }, transferred)
    })
  }
  return { ask, expect }
}
