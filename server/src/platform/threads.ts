import { fileURLToPath } from 'node:url'
import { Worker, type Transferable } from 'node:worker_threads'

/** As built: a thread runs no TypeScript. */
const programOf = (name: string) => fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url))

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

interface Thread<Value> {
  worker: Worker
  waiting: Map<number, Waiting<Value>>
}

/** Asks a thread. What is transferred goes over without a copy. */
type Ask<Asked, Value> = (asked: Asked, transferred?: readonly Transferable[]) => Promise<Value>

/** Answers in a thread, and says what goes back without a copy. */
export type Answering<Asked, Value> = (
  asked: Asked,
) => Promise<{ value: Value; transferred: readonly Transferable[] }>

export interface ThreadOptions {
  /** A thread holds memory, which it gives back after so long without work. */
  idleMs: number
  /** One that answers nothing for so long is ended, and all that it does fails with it. */
  longestMs: number
  heapMb: number
}

/** Work of one kind beside the thread that serves: begun when it is first asked for, one message for each, one answer. */
export function threadOf<Asked, Value>(
  name: string,
  { idleMs, longestMs, heapMb }: ThreadOptions,
): Ask<Asked, Value> {
  let thread: Thread<Value> | null = null
  let idle: NodeJS.Timeout | undefined
  let count = 0

  const begin = (): Thread<Value> => {
    const worker = new Worker(programOf(name), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    worker.unref()
    const begun: Thread<Value> = { worker, waiting: new Map() }
    const over = (error: unknown) => {
      if (thread === begun) thread = null
      for (const { reject, late } of begun.waiting.values()) {
        clearTimeout(late)
        reject(error)
      }
      begun.waiting.clear()
    }
    worker.on('message', (answer: Answer<Value>) => {
      const one = begun.waiting.get(answer.id)
      if (!one) return
      begun.waiting.delete(answer.id)
      clearTimeout(one.late)
      if ('error' in answer) one.reject(answer.error)
      else one.resolve(answer.value)
      rest(begun)
    })
    worker.on('error', over)
    worker.on('exit', () => over(new Error(`the thread ${name} ended`)))
    return begun
  }

  /** Ends a thread that has been without work for long. The process may end meanwhile. */
  const rest = (begun: Thread<Value>) => {
    if (begun.waiting.size > 0) return
    begun.worker.unref()
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (begun.waiting.size > 0) return
      if (thread === begun) thread = null
      void begun.worker.terminate()
    }, idleMs).unref()
  }

  return (asked, transferred = []) => {
    const here = (thread ??= begin())
    clearTimeout(idle)
    here.worker.ref()
    return new Promise<Value>((resolve, reject) => {
      const id = ++count
      const late = setTimeout(() => void here.worker.terminate(), longestMs).unref()
      here.waiting.set(id, { resolve, reject, late })
      here.worker.postMessage({ id, asked } satisfies Question<Asked>, transferred)
    })
  }
}
