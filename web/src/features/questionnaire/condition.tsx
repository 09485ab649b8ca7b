import { choicesIn, type Question } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'

/** The words of an answer that a condition may ask for. */
export function choiceText(question: Question, choice: number): string {
  const isChoice = question.kind === 'single' || question.kind === 'multiple'
  const option = isChoice ? question.options.find(({ id }) => id === choice) : undefined
  return option?.text[language()] ?? String(choice)
}

/** The questions that a condition at a place may ask for. */
export const askable = (questions: readonly Question[], at: number) =>
  questions.slice(0, at).filter((question) => choicesIn(question).length > 0)

/** Says when a question is shown; null where it always is. */
export function useConditionText() {
  const { t } = useTranslation('questionnaire-admin')
  return (questions: readonly Question[], { show_if }: Question): string | null => {
    if (show_if === null) return null
    const at = questions.findIndex(({ question_id }) => question_id === show_if.question_id)
    const asked = questions[at]
    if (!asked) return null
    const choices = show_if.any_of.map((choice) => `“${choiceText(asked, choice)}”`)
    return t('condition.text', { number: at + 1, choices: choices.join(t('condition.or')) })
  }
}
