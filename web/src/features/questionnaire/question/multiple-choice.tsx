import { language } from '../../../lib/texts/i18n.ts'
import type { Given } from './given.ts'

export function MultipleChoice({ question, answer, change }: Given<'multiple'>) {
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
