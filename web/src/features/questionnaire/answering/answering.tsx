import {
  isMissing,
  shownQuestions,
  type Answer,
  type Question,
  type Questionnaire,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import type { DraftState } from '../../../lib/calls/draft-keeper.ts'
import { useNarrow } from './narrow.ts'
import { Head, Questions } from './sheet.tsx'
import { useAnswers } from './use-answers.ts'
import { useSubmit } from './use-submit.ts'
import { useWalk } from './use-walk.ts'

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
  const { questionnaire, link, kept } = props
  const { version, questions } = questionnaire
  const isNarrow = useNarrow()
  const { answers, change, state, sent } = useAnswers({ version, link }, questions, kept)
  const shown = shownQuestions(questions, answers)
  const { at, focused, problems, setProblems, goTo, point } = useWalk(shown, kept.length > 0)
  const missing = shown.filter((question) => isMissing(question, answerOf(answers, question)))
  const { busy, failure, submit } = useSubmit({
    version,
    link,
    sent,
    onRefused: (isAt) => point(shown.filter(isAt)),
    onDone: props.onDone,
    onEnded: props.onEnded,
  })
  const next = () => {
    const here = shown[at]
    if (here && missing.includes(here)) point([here])
    else goTo(at + 1)
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
        else if (missing.length > 0) point(missing)
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
      <Foot
        failure={failure}
        draft={state}
        step={!isNarrow || isLast ? 'submit' : at < 0 ? 'begin' : 'next'}
        busy={busy}
        {...(isNarrow && at >= 0 && { onBack: () => goTo(at - 1) })}
      />
      {(!isNarrow || at < 0) && <Readers byLink={link !== undefined} />}
    </form>
  )
}

const answerOf = (answers: readonly Answer[], { question_id }: Question) =>
  answers.find((answer) => answer.question_id === question_id)

function Foot(props: {
  failure: string
  draft: DraftState
  step: 'begin' | 'next' | 'submit'
  busy: boolean
  onBack?: () => void
}) {
  const { t } = useTranslation('questionnaire')
  return (
    <footer className="survey-foot">
      <p role="alert" className="survey-problem">
        {props.failure}
      </p>
      <p role="status" className="survey-hint">
        {props.draft !== 'unchanged' && t(`draft.${props.draft}`)}
      </p>
      {props.onBack && (
        <button type="button" className="survey-button plain" onClick={props.onBack}>
          {t('previous')}
        </button>
      )}
      <button type="submit" className="survey-button" disabled={props.busy}>
        {t(props.step)}
      </button>
    </footer>
  )
}

function Readers({ byLink }: { byLink: boolean }) {
  const { t } = useTranslation('questionnaire')
  return <p className="survey-hint">{t(byLink ? 'readersByLink' : 'readers')}</p>
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
