import { parentPort, type Transferable } from 'node:worker_threads'
import type { Answer, Answering, Question } from './asking.ts'

/** With what goes over to the thread that asked without a copy. */
interface FromThread<Value> {
  value: Value
  transferred: readonly Transferable[]
}

/** The side of a thread: answers each question of `threadOf`. */
export function answerInThread<Asked, Value>(answering: Answering<Asked, FromThread<Value>>): void {
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

/**
 * The side of a process: answers each question of `processOf`, and ends with the process that asks. A signal to the whole
 * group, by systemd or ctrl-C, is that one's to follow: it lets what was begun come to its end.
 */
export function answerInProcess<Asked, Value>(answering: Answering<Asked, Value>): void {
  const send = process.send?.bind(process)
  if (!send) throw new Error('this program is a process of another one')
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('message', (question) => {
    const { id, asked } = question as Question<Asked>
    answering(asked).then(
      (value) => send({ id, value } satisfies Answer<Value>),
      (error: unknown) => send({ id, error } satisfies Answer<Value>),
    )
  })
  process.on('disconnect', () => process.exit())
}
