import { getPriority, setPriority } from 'node:os'
import { parentPort, type Transferable } from 'node:worker_threads'
import type { Answer, Question } from './asking.ts'

/** The side of a thread: answers each question of `threadOf`, and says what goes back without a copy. */
export function answerInThread<Asked, Value>(
  answering: (asked: Asked) => Promise<{ value: Value; transferred: readonly Transferable[] }>,
): void {
  const port = parentPort
  if (!port) throw new Error('this program is a thread of another one')
  port.on('message', ({ id, asked }: Question<Asked>) => {
    answering(asked).then(
      ({ value, transferred }) =>
        port.postMessage({ id, value } satisfies Answer<Value>, transferred),
      (error: unknown) => port.postMessage({ id, error } satisfies Answer<Value>),
    )
  })
}

/** The side of a process: answers each question of `processOf`, and ends with the process that asks. */
export function answerInProcess<Asked, Value>(answering: (asked: Asked) => Promise<Value>): void {
  const send = process.send?.bind(process)
  if (!send) throw new Error('this program is a process of another one')
  // Before native code begins threads: each has the priority of the one that begins it.
  const nice = Number(process.argv[2])
  if (nice > getPriority()) setPriority(nice)
  process.on('message', (question) => {
    const { id, asked } = question as Question<Asked>
    answering(asked).then(
      (value) => send({ id, value } satisfies Answer<Value>),
      (error: unknown) => send({ id, error } satisfies Answer<Value>),
    )
  })
  process.on('disconnect', () => process.exit())
}
