import { pointsOf } from '@mingmou/contract'
import { useId } from 'react'
import { language } from '../../../lib/texts/i18n.ts'
import type { Given } from './given.ts'
import { TakeBack } from './take-back.tsx'

export function ScalePoints({ question, answer, change }: Given<'scale'>) {
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
