import { parentPort, type Transferable } from 'node:worker_threads'
import type { Answer, Question } from './threads.ts'

/** The side of a thread: answers each question that `threadOf` sends. `of` names what goes over without a copy. */
export function answerEach<Asked, Value>(
  answer: (asked: Asked) => Promise<{ value: Value; transferred: readonly Transferable[] }>,
): void {
  const port = parentPort
  if (!port) throw new Error('this program is a thread of another one')
  port.on('message', ({ id, asked }: Question<Asked>) => {
    answer(asked).then(
      ({ value, transferred }) =>
        port.postMessage({ id, value } satisfies Answer<Value>, transferred),
      (error: unknown) => port.postMessage({ id, error } satisfies Answer<Value>),
    )
  })
}
