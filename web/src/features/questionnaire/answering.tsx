import {
  ERROR,
  isMissing,
  shownQuestions,
  submitAnswers,
  type Answer,
  type Questionnaire,
} from '@mingmou/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/calls/api-error.ts'
import { api } from '../../lib/calls/api.ts'
import { useNarrow } from './narrow.ts'
import { Head, Questions, type Problems } from './sheet.tsx'
import { useAnswers } from './use-answers.ts'

const NONE: Problems = new Map()

/** The open questionnaire: all questions on a desk, one after the other on a phone. */
export function Answering(props: {
  questionnaire: Questionnaire
  /** The link that leads here, if any. */
  link: string | undefined
  kept: Answer[]
  onDone: () => void
  /** The version takes no more answers of this browser. */
  onEnded: () => void
}) {
  const { t } = useTranslation('questionnaire')
  const { questionnaire, link, kept, onDone, onEnded } = props
  const { version, questions } = questionnaire
  const isNarrow = useNarrow()
  const { answers, change, state, sent } = useAnswers({ version, link }, questions, kept)
  const [problems, setProblems] = useState(NONE)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const shown = shownQuestions(questions, answers)
  // On a phone: -1 is the introduction.
  const [place, setPlace] = useState(kept.length > 0 ? 0 : -1)
  const at = Math.min(place, shown.length - 1)
  const [focused, focus] = useFocus()

  const missing = shown.filter((question) =>
    isMissing(
      question,
      answers.find(({ question_id }) => question_id === question.question_id),
    ),
  )
  const goTo = (next: number) => {
    setPlace(next)
    const question = shown[next]
    if (question) focus(question.question_id)
  }
  const point = (ids: readonly number[]) => {
    setProblems(new Map(ids.map((id) => [id, 'required'])))
    const first = shown.findIndex(({ question_id }) => ids.includes(question_id))
    if (first >= 0) goTo(first)
  }
  const next = () => {
    const here = shown[at]
    if (here && missing.includes(here)) point([here.question_id])
    else goTo(at + 1)
  }
  const submit = async () => {
    if (missing.length > 0) {
      point(missing.map(({ question_id }) => question_id))
      return
    }
    setBusy(true)
    setFailure('')
    try {
      if (await sent()) {
        await api(submitAnswers, { version, link })
        onDone()
      } else setFailure(t('unsent'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.errorCode === ERROR.conflict) onEnded()
      point(
        shown.map(({ question_id }) => question_id).filter((id) => `answers.${id}` in error.fields),
      )
      setFailure(error.message || t('submitFailed'))
    } finally {
      setBusy(false)
    }
  }
  const set = (answer: Answer) => {
    change(answer)
    setProblems((before) => new Map([...before].filter(([id]) => id !== answer.question_id)))
  }
  const isLast = at === shown.length - 1
  return (
    <form
      ref={focused}
      className="survey panel"
      onSubmit={(event) => {
        event.preventDefault()
        if (isNarrow && !isLast) next()
        else void submit()
      }}
    >
      {(!isNarrow || at < 0) && <Head questionnaire={questionnaire} />}
      {isNarrow && at >= 0 && <Progress at={at} count={shown.length} />}
      <Questions
        questionnaire={questionnaire}
        answers={answers}
        problems={problems}
        onChange={set}
        {...(isNarrow && { at })}
      />
      <footer className="survey-foot">
        <p role="alert" className="survey-problem">
          {failure}
        </p>
        <p role="status" className="survey-hint">
          {state !== 'unchanged' && t(`draft.${state}`)}
        </p>
        {isNarrow && at >= 0 && (
          <button type="button" className="survey-button plain" onClick={() => goTo(at - 1)}>
            {t('previous')}
          </button>
        )}
        <button type="submit" className="survey-button" disabled={busy}>
          {t(!isNarrow || isLast ? 'submit' : at < 0 ? 'begin' : 'next')}
        </button>
      </footer>
      {(!isNarrow || at < 0) && (
        <p className="survey-hint">{t(link === undefined ? 'readers' : 'readersByLink')}</p>
      )}
    </form>
  )
}

function Progress({ at, count }: { at: number; count: number }) {
  const { t } = useTranslation('questionnaire')
  const label = t('progress', { at: at + 1, count })
  return (
    <div className="survey-progress">
      <span>{label}</span>
      <progress aria-label={label} value={at + 1} max={count} />
    </div>
  )
}

/** Focuses the heading of a question once it is on the page. */
function useFocus() {
  const form = useRef<HTMLFormElement>(null)
  const [wanted, want] = useState<{ id: number } | null>(null)
  useEffect(() => {
    if (!wanted) return
    const legend = form.current?.querySelector<HTMLElement>(`[data-question="${wanted.id}"] legend`)
    legend?.focus()
  }, [wanted])
  return [form, (id: number) => want({ id })] as const
}
