import { pointsOf, type Answer, type Question } from '@mingmou/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'

type Change = (part: Partial<Pick<Answer, 'choices' | 'cells' | 'text'>>) => void
interface Given<Kind extends Question['kind']> {
  question: Extract<Question, { kind: Kind }>
  answer: Answer
  change: Change
}

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
      return <Single question={question} {...rest} />
    case 'multiple':
      return <Multiple question={question} {...rest} />
    case 'scale':
      return <Scale question={question} {...rest} />
    case 'text':
      return <Words question={question} {...rest} />
    case 'matrix':
      return <Matrix question={question} {...rest} />
  }
}

function Single({ question, answer, change }: Given<'single'>) {
  const name = useId()
  return (
    <>
      {question.options.map(({ id, text }) => (
        <label key={id} className="survey-option">
          <input
            type="radio"
            name={name}
            checked={answer.choices.includes(id)}
            onChange={() => change({ choices: [id] })}
          />
          <span className="long-text">{text[language()]}</span>
        </label>
      ))}
      <TakeBack question={question} answer={answer} change={change} />
    </>
  )
}

/** A choice of one cannot be undone by pressing it again. */
function TakeBack({ question, answer, change }: Given<Question['kind']>) {
  const { t } = useTranslation('questionnaire')
  if (question.required || (answer.choices.length === 0 && answer.cells.length === 0)) return null
  return (
    <button
      type="button"
      className="survey-link"
      onClick={() => change({ choices: [], cells: [] })}
    >
      {t('takeBack')}
    </button>
  )
}

function Multiple({ question, answer, change }: Given<'multiple'>) {
  const { choices } = answer
  const isFull = question.most !== null && choices.length >= question.most
  const set = (id: number, chosen: boolean) =>
    change({ choices: chosen ? [...choices, id] : choices.filter((choice) => choice !== id) })
  return question.options.map(({ id, text }) => (
    <label key={id} className="survey-option">
      <input
        type="checkbox"
        checked={choices.includes(id)}
        disabled={isFull && !choices.includes(id)}
        onChange={({ target }) => set(id, target.checked)}
      />
      <span className="long-text">{text[language()]}</span>
    </label>
  ))
}

function Scale({ question, answer, change }: Given<'scale'>) {
  const name = useId()
  return (
    <>
      <div className="survey-scale">
        {pointsOf(question).map((point) => (
          <label key={point} className="survey-point">
            <input
              type="radio"
              name={name}
              checked={answer.choices.includes(point)}
              onChange={() => change({ choices: [point] })}
            />
            <span>{point}</span>
          </label>
        ))}
      </div>
      <div className="survey-ends">
        <span className="long-text">{question.low[language()]}</span>
        <span className="long-text">{question.high[language()]}</span>
      </div>
      <TakeBack question={question} answer={answer} change={change} />
    </>
  )
}

function Words({ question, answer, change }: Given<'text'>) {
  const { t } = useTranslation('questionnaire')
  const left = question.max_chars - answer.text.length
  return (
    <>
      <textarea
        className="survey-words"
        rows={4}
        maxLength={question.max_chars}
        aria-label={question.title[language()]}
        value={answer.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <p className="survey-hint">{t('left', { count: left })}</p>
    </>
  )
}

function Matrix({ question, answer, change }: Given<'matrix'>) {
  const name = useId()
  const set = (row: number, choice: number) =>
    change({ cells: [...answer.cells.filter((cell) => cell.row !== row), { row, choice }] })
  return (
    <>
      {question.rows.map((row) => (
        <fieldset key={row.id} className="survey-row">
          <legend className="long-text">{row.text[language()]}</legend>
          <div className="survey-cells">
            {question.options.map(({ id, text }) => (
              <label key={id} className="survey-point">
                <input
                  type="radio"
                  name={`${name}-${row.id}`}
                  checked={answer.cells.some((cell) => cell.row === row.id && cell.choice === id)}
                  onChange={() => set(row.id, id)}
                />
                <span className="long-text">{text[language()]}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <TakeBack question={question} answer={answer} change={change} />
    </>
  )
}
