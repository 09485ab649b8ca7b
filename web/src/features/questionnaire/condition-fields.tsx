import { choicesIn, QUESTIONNAIRE, type NewQuestion, type Question } from '@mingmou/contract'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { Fault, type Faults } from './both-inputs.tsx'
import { askable, choiceText } from './condition.tsx'

export function ConditionFields(props: {
  questions: readonly Question[]
  at: number
  question: NewQuestion
  faults: Faults
  change: (part: Pick<NewQuestion, 'show_if'>) => void
}) {
  const { t } = useTranslation('questionnaire-admin')
  const { questions, question, change, faults } = props
  const earlier = askable(questions, props.at)
  const { show_if } = question
  const asked = earlier.find(({ question_id }) => question_id === show_if?.question_id)
  if (earlier.length === 0) return <p className="soft">{t('condition.none')}</p>
  const number = (question: Question) => questions.indexOf(question) + 1
  return (
    <>
      <label>
        {t('condition.question')}
        <Select
          value={show_if?.question_id ?? 0}
          options={[
            { value: 0, label: t('condition.always') },
            ...earlier.map((before) => ({
              value: before.question_id,
              label: `${number(before)}. ${before.title[language()]}`,
            })),
          ]}
          onChange={(question_id: number) =>
            change({ show_if: question_id === 0 ? null : { question_id, any_of: [] } })
          }
        />
      </label>
      {asked && show_if && (
        <label>
          {t('condition.answers')}
          <Select
            mode="multiple"
            maxCount={QUESTIONNAIRE.options}
            value={show_if.any_of}
            options={choicesIn(asked).map((value) => ({ value, label: choiceText(asked, value) }))}
            onChange={(any_of: number[]) => change({ show_if: { ...show_if, any_of } })}
          />
        </label>
      )}
      <Fault message={faults['question.show_if.any_of'] ?? faults['question.show_if']} />
    </>
  )
}
