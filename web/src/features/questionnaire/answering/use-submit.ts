import { ERROR, submitAnswers, type Question } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { api } from '../../../lib/calls/api.ts'

/** In the words of the server, or as the key of a text: the language may change while it is shown. */
type Failure = { told: string } | { key: 'unsent' | 'submitFailed' }

/** Hands the answers in, once the server keeps all of them. */
export function useSubmit(about: {
  version: number
  link: string | undefined
  sent: () => Promise<boolean>
  /** Says of each question whether the server refuses its answer. */
  onRefused: (isRefused: (question: Question) => boolean) => void
  onDone: () => void
  onEnded: () => void
}) {
  const { t } = useTranslation('questionnaire')
  const { version, link } = about
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const submit = async () => {
    setBusy(true)
    setFailure(null)
    try {
      if (await about.sent()) {
        await api(submitAnswers, { version, link })
        about.onDone()
      } else setFailure({ key: 'unsent' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.errorCode === ERROR.conflict) about.onEnded()
      about.onRefused(({ question_id }) => `answers.${question_id}` in error.fields)
      setFailure(error.message ? { told: error.message } : { key: 'submitFailed' })
    } finally {
      setBusy(false)
    }
  }
  const words = failure && ('told' in failure ? failure.told : t(failure.key))
  return { busy, failure: words ?? '', submit }
}
