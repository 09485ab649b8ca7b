import { shownQuestions, type Answer, type Questionnaire } from '@mingmou/contract'
import { language } from '../../../lib/texts/i18n.ts'
import { QuestionField } from '../question/question-field.tsx'
import '../questionnaire.css'

/** Encoded messages by question. */
export type Problems = ReadonlyMap<number, string>

/** Title and introduction. */
export function Head({ questionnaire }: { questionnaire: Pick<Questionnaire, 'title' | 'intro'> }) {
  return (
    <header className="survey-head">
      <h1 className="long-text">{questionnaire.title[language()]}</h1>
      <p className="long-text">{questionnaire.intro[language()]}</p>
    </header>
  )
}

/** The questions that the answers show: all of them, or the one at a place. */
export function Questions(props: {
  questionnaire: Pick<Questionnaire, 'questions'>
  answers: readonly Answer[]
  problems: Problems
  onChange: (answer: Answer) => void
  at?: number
}) {
  const { answers, problems, at } = props
  return shownQuestions(props.questionnaire.questions, answers).map((question, place) => {
    if (at !== undefined && at !== place) return null
    const { question_id } = question
    return (
      <QuestionField
        key={question_id}
        question={question}
        number={place + 1}
        answer={answers.find((answer) => answer.question_id === question_id)}
        problem={problems.get(question_id)}
        onChange={props.onChange}
      />
    )
  })
}
