import { parentPort } from 'node:worker_threads'
import type { Answer, Answering, Question } from './threads.ts'

/** The side of a thread: answers each question of `threadOf`. */
export function answerEach<Asked, Value>(answering: Answering<Asked, Value>): void {
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
