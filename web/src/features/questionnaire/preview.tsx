import type { Answer, Questionnaire } from '@mingmou/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Head, Questions, type Problems } from './answering/sheet.tsx'

const NONE: Problems = new Map()

/** The questionnaire as visitors see it, with its conditions. Nothing is kept. */
export function Preview({ questionnaire }: { questionnaire: Questionnaire }) {
  const { t } = useTranslation('questionnaire-admin')
  const [answers, setAnswers] = useState<Answer[]>([])
  const set = (answer: Answer) =>
    setAnswers((before) => [
      ...before.filter(({ question_id }) => question_id !== answer.question_id),
      answer,
    ])
  return (
    <div className="survey panel">
      <Alert type="info" showIcon title={t('preview')} />
      <Head questionnaire={questionnaire} />
      <Questions questionnaire={questionnaire} answers={answers} problems={NONE} onChange={set} />
    </div>
  )
}
