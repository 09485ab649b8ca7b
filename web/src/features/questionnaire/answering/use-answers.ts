import {
  getQuestionnaire,
  keepAnswer,
  STATUS,
  type Answer,
  type DataOf,
  type Question,
} from '@mingmou/contract'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { api } from '../../../lib/calls/api.ts'
import { DraftKeeper, type DraftState } from '../../../lib/calls/draft-keeper.ts'
import { queryClient } from '../../../lib/calls/query-client.ts'

type Opened = DataOf<typeof getQuestionnaire>
type Unsent = Map<number, Answer>
/** The version that is answered, and the link by which it is. */
interface Of {
  version: number
  link: string | undefined
}

/**
 * The open questionnaire, and what is answered to it on this page: one for both languages, so that
 * who changes the language keeps the place.
 */
export const openedQuery = (link: string | undefined) => ({
  queryKey: [getQuestionnaire.path, link],
  queryFn: ({ signal }: { signal: AbortSignal }) => api(getQuestionnaire, { link }, { signal }),
  // The page knows better than the server what is answered on it.
  staleTime: 'static' as const,
  gcTime: 0,
})

/**
 * Sends answers in the order of their questions: the server takes none to a question that its
 * answers do not show. A refused answer is not sent again.
 */
async function sendAll({ version, link }: Of, questions: readonly Question[], unsent: Unsent) {
  for (const { question_id } of questions) {
    const answer = unsent.get(question_id)
    if (!answer) continue
    try {
      await api(keepAnswer, { version, link, ...answer })
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === STATUS.refused
      if (!isRefused) throw error
    }
    if (unsent.get(question_id) === answer) unsent.delete(question_id)
  }
}

/** Takes answers, which the server keeps after each pause. */
export function useAnswers(of: Of, questions: readonly Question[], kept: Answer[]) {
  // The cache tells of a change only after the event: an input would lose the cursor meanwhile.
  const [answers, setAnswers] = useState(kept)
  const [state, setState] = useState<DraftState>('unchanged')
  const [unsent] = useState<Unsent>(() => new Map())
  const [keeper] = useState(
    () => new DraftKeeper<Unsent>((waiting) => sendAll(of, questions, waiting), setState),
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
    const { question_id } = answer
    const next = [...answers.filter((answer) => answer.question_id !== question_id), answer]
    setAnswers(next)
    // For a page that is made anew, as by a message that brings antd around it.
    queryClient.setQueryData<Opened>(
      openedQuery(of.link).queryKey,
      (opened) => opened && { ...opened, answers: next },
    )
    unsent.set(question_id, answer)
    keeper.change(unsent)
  }
  /** True once the server has every answer. */
  const sent = async () => {
    await keeper.flush()
    return unsent.size === 0
  }
  return { answers, change, state, sent }
}
