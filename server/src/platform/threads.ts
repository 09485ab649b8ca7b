import { Worker } from 'node:worker_threads'
import { asking, type Answer, type Ask, type HelperOptions } from './asking.ts'
import { builtProgram } from './built-program.ts'

/** Work of one kind in a thread of this process. */
export function threadOf<Asked, Value>(name: string, options: HelperOptions): Ask<Asked, Value> {
  const { ask } = asking<Asked, Value>((heard, over) => {
    const worker = new Worker(builtProgram(name), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.heapMb },
    })
    worker.unref()
    worker.on('message', (answer: Answer<Value>) => heard(answer))
    worker.on('error', over)
    worker.on('exit', () => over(new Error(`the thread ${name} ended`)))
    return {
      ask: (question, transferred) => worker.postMessage(question, transferred),
      hold: () => worker.ref(),
      release: () => worker.unref(),
      end: () => void worker.terminate(),
    }
  }, options)
  return ask
}
