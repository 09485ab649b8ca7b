import { useId } from 'react'
import { language } from '../../../lib/texts/i18n.ts'
import type { Given } from './given.ts'
import { TakeBack } from './take-back.tsx'

export function MatrixRows({ question, answer, change }: Given<'matrix'>) {
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
