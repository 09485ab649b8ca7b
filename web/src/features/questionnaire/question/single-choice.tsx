import { useId } from 'react'
import { language } from '../../../lib/texts/i18n.ts'
import type { Given } from './given.ts'
import { TakeBack } from './take-back.tsx'

export function SingleChoice({ question, answer, change }: Given<'single'>) {
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
