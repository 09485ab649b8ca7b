import { dropExamDraft, keepExamDraft, type ExamDraft } from '@mingmou/contract'
import { useEffect, useState } from 'react'
import { api } from '../../lib/calls/api.ts'
import { DraftKeeper, type DraftState } from '../../lib/calls/draft-keeper.ts'

/** The draft of a form on the server. Leaving the page sends what is entered, or asks first. */
export function useDraft(about: { pid: string; rid?: string }) {
  const [state, setState] = useState<DraftState>('unchanged')
  const [keeper] = useState(
    () =>
      new DraftKeeper<ExamDraft>(
        (draft, of) => api(keepExamDraft, { ...about, draft }, { of }),
        setState,
      ),
  )
  const unsent = state === 'waiting' || state === 'failed'
  useEffect(() => {
    if (!unsent) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const retry = () => void keeper.flush()
    window.addEventListener('beforeunload', ask)
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('online', retry)
    }
  }, [unsent, keeper])
  useEffect(() => () => void keeper.flush(), [keeper])
  const drop = async () => {
    await keeper.hold()
    await api(dropExamDraft, about)
    keeper.forget()
  }
  return { keeper, state, drop }
}
