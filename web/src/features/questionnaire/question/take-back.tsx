import type { Question } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import type { Given } from './given.ts'

/** A choice of one cannot be undone by pressing it again. */
export function TakeBack({ question, answer, change }: Given<Question['kind']>) {
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
