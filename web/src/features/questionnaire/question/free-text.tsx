import { useTranslation } from 'react-i18next'
import { language } from '../../../lib/texts/i18n.ts'
import type { Given } from './given.ts'

export function FreeText({ question, answer, change }: Given<'text'>) {
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
