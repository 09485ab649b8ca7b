import type { Answer, Question } from '@mingmou/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../../lib/texts/i18n.ts'
import { say } from '../../../lib/texts/say.ts'
import type { Change } from './given.ts'
import { SingleChoice } from './single-choice.tsx'
import { MultipleChoice } from './multiple-choice.tsx'
import { ScalePoints } from './scale-points.tsx'
import { FreeText } from './free-text.tsx'
import { MatrixRows } from './matrix-rows.tsx'

const blankAnswer = (question_id: number): Answer => ({
  question_id,
  choices: [],
  cells: [],
  text: '',
})

/** One question with the ways to answer it. */
export function QuestionField(props: {
  question: Question
  number: number
  answer: Answer | undefined
  /** An encoded message. */
  problem: string | undefined
  onChange: (answer: Answer) => void
}) {
  const { t } = useTranslation('questionnaire')
  const id = useId()
  const { question, number, problem } = props
  const answer = props.answer ?? blankAnswer(question.question_id)
  return (
    <fieldset
      className="survey-question"
      data-question={question.question_id}
      aria-describedby={`${id}-hint ${id}-problem`}
    >
      <legend tabIndex={-1}>
        <span className="survey-number">{number}</span>
        <span className="long-text">{question.title[language()]}</span>
        {question.required && <span className="survey-required">{t('required')}</span>}
      </legend>
      <p id={`${id}-hint`} className="survey-hint">
        <Hint question={question} />
      </p>
      <Part
        question={question}
        answer={answer}
        change={(part) => props.onChange({ ...answer, ...part })}
      />
      <p id={`${id}-problem`} className="survey-problem" role="alert">
        {problem !== undefined && say(problem)}
      </p>
    </fieldset>
  )
}

function Hint({ question }: { question: Question }) {
  const { t } = useTranslation('questionnaire')
  switch (question.kind) {
    case 'multiple':
      return question.most === null ? t('hint.multiple') : t('hint.most', { count: question.most })
    case 'text':
      return t('hint.text', { count: question.max_chars })
    default:
      return t(`hint.${question.kind}`)
  }
}

function Part({ question, ...rest }: { question: Question; answer: Answer; change: Change }) {
  switch (question.kind) {
    case 'single':
      return <SingleChoice question={question} {...rest} />
    case 'multiple':
      return <MultipleChoice question={question} {...rest} />
    case 'scale':
      return <ScalePoints question={question} {...rest} />
    case 'text':
      return <FreeText question={question} {...rest} />
    case 'matrix':
      return <MatrixRows question={question} {...rest} />
  }
}
