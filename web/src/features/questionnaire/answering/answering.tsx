import {
  isMissing,
  shownQuestions,
  type Answer,
  type Question,
  type Questionnaire,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { useNarrow } from './narrow.ts'
import { Head, Questions } from './sheet.tsx'
import { useAnswers } from './use-answers.ts'
import { useSubmit } from './use-submit.ts'
import { useWalk } from './use-walk.ts'
import { Progress } from './progress.tsx'
import { Foot } from './foot.tsx'

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

function Readers({ byLink }: { byLink: boolean }) {
  const { t } = useTranslation('questionnaire')
  return <p className="survey-hint">{t(byLink ? 'readersByLink' : 'readers')}</p>
}
