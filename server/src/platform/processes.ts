import { fork } from 'node:child_process'
import { getPriority } from 'node:os'
import { asking, type Answer, type Asking, type HelperOptions } from './asking.ts'
import { builtProgram } from './built-program.ts'
import { putBehind } from './priority.ts'

interface ProcessOptions extends HelperOptions {
  /** As `os.setPriority` takes it, up to 19 behind all others: never before this process. */
  nice: number
}

/**
 * Work of one kind in a process of its own: native code that crashes there ends no other work, it is given no
 * environment, and the system lets others go before it. It ends with this process.
 */
export function processOf<Asked, Value>(
  name: string,
  { nice, ...options }: ProcessOptions,
): Asking<Asked, Value> {
  return asking<Asked, Value>((heard, over) => {
    const child = fork(builtProgram(name), {
      env: {},
      execArgv: [`--max-old-space-size=${options.heapMb}`],
      // Bytes go over as they are.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    if (child.pid !== undefined && nice > getPriority()) putBehind(child.pid, nice)
    const release = () => {
      child.unref()
      child.channel?.unref()
    }
    release()
    child.on('message', (answer) => heard(answer as Answer<Value>))
    child.on('error', over)
    child.on('exit', () => over(new Error(`the process ${name} ended`)))
    return {
      ask: (question) => void child.send(question),
      hold: () => {
        child.ref()
        child.channel?.ref()
      },
      release,
      end: () => void child.kill('SIGKILL'),
    }
  }, options)
}
