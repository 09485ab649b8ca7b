import { keepAnswer, type Answer, type Question } from '@mingmou/contract'
import { useEffect, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { api } from '../../lib/api.ts'
import { DraftKeeper, type DraftState } from '../../lib/draft-keeper.ts'

type Unsent = Map<number, Answer>

/**
 * Sends answers in the order of their questions: the server takes none to a question that its
 * answers do not show. A refused answer is not sent again.
 */
async function sendAll(version: number, questions: readonly Question[], unsent: Unsent) {
  for (const { question_id } of questions) {
    const answer = unsent.get(question_id)
    if (!answer) continue
    try {
      await api(keepAnswer, { version, ...answer })
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 202
      if (!isRefused) throw error
    }
    if (unsent.get(question_id) === answer) unsent.delete(question_id)
  }
}

/** What is answered on this page. The server keeps it after each pause. */
export function useAnswers(version: number, questions: readonly Question[], kept: Answer[]) {
  const [answers, setAnswers] = useState(kept)
  const [state, setState] = useState<DraftState>('unchanged')
  const [unsent] = useState<Unsent>(() => new Map())
  const [keeper] = useState(
    () => new DraftKeeper<Unsent>((waiting) => sendAll(version, questions, waiting), setState),
  )
  useEffect(() => {
    const retry = () => void keeper.flush()
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('online', retry)
      void keeper.flush()
    }
  }, [keeper])
  const change = (answer: Answer) => {
    setAnswers((before) => [
      ...before.filter(({ question_id }) => question_id !== answer.question_id),
      answer,
    ])
    unsent.set(answer.question_id, answer)
    keeper.change(unsent)
  }
  /** True once the server has every answer. */
  const sent = async () => {
    await keeper.flush()
    return unsent.size === 0
  }
  return { answers, change, state, sent }
}
