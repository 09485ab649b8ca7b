import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Sheet } from './render.ts'

/** As built: a thread runs no TypeScript. */
const PROGRAM = fileURLToPath(new URL('../../../../dist/pdf-thread.js', import.meta.url))
/** With its fonts the thread holds memory, which it gives back when nobody prints. */
const IDLE_MS = 60_000
/** A hundred times as long as the longest report takes. */
const LONGEST_MS = 60_000

type Answer = { id: number; file: Uint8Array<ArrayBuffer> } | { id: number; error: unknown }

interface Asked {
  resolve: (file: Buffer) => void
  reject: (error: unknown) => void
  late: NodeJS.Timeout
}

interface Thread {
  worker: Worker
  asked: Map<number, Asked>
}

let thread: Thread | null = null
let idle: NodeJS.Timeout | undefined
let asked = 0

function begin(): Thread {
  const worker = new Worker(PROGRAM, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  worker.unref()
  const begun: Thread = { worker, asked: new Map() }
  const over = (error: unknown) => {
    if (thread === begun) thread = null
    for (const { reject, late } of begun.asked.values()) {
      clearTimeout(late)
      reject(error)
    }
    begun.asked.clear()
  }
  worker.on('message', (answer: Answer) => {
    const one = begun.asked.get(answer.id)
    if (!one) return
    begun.asked.delete(answer.id)
    clearTimeout(one.late)
    if ('error' in answer) one.reject(answer.error)
    else one.resolve(Buffer.from(answer.file.buffer))
    rest(begun)
  })
  worker.on('error', over)
  worker.on('exit', () => over(new Error('the thread of PDFs ended')))
  return begun
}

/** Ends a thread that has been without work for long. The process may end meanwhile. */
function rest(begun: Thread): void {
  if (begun.asked.size > 0) return
  begun.worker.unref()
  clearTimeout(idle)
  idle = setTimeout(() => {
    if (begun.asked.size > 0) return
    if (thread === begun) thread = null
    void begun.worker.terminate()
  }, IDLE_MS).unref()
}

/** Draws a PDF beside the thread that serves. */
export function renderBeside(sheet: Sheet): Promise<Buffer> {
  const here = (thread ??= begin())
  clearTimeout(idle)
  here.worker.ref()
  return new Promise((resolve, reject) => {
    const id = ++asked
    // Everything else that it draws fails with it, and is asked for again.
    const late = setTimeout(() => void here.worker.terminate(), LONGEST_MS).unref()
    here.asked.set(id, { resolve, reject, late })
    here.worker.postMessage({ id, sheet })
  })
}
