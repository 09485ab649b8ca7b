import type { Question, QuestionResult } from '@mingmou/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../../lib/texts/i18n.ts'
import { barsOf, medianOf } from './result-charts.ts'
import { TextAnswers } from './text-answers.tsx'
import { BarChart } from './bar-chart.tsx'
import { CountTable } from './count-table.tsx'

export function OneResult(props: {
  version: number
  question: Question
  number: number
  result: QuestionResult
  answered: number
}) {
  const { t } = useTranslation('questionnaire-admin')
  const { question, result, number } = props
  const title = question.title[language()]
  const bars = barsOf(question, result, t('results.answers'))
  const median = question.kind === 'scale' ? medianOf(result) : null
  return (
    <section className="panel survey-result" aria-label={title}>
      <h2 className="long-text">
        {number}. {title} <Tag>{t(`kind.${question.kind}`)}</Tag>
      </h2>
      <p className="soft">
        {t('results.answered', { count: result.answered, all: props.answered })}
        {median !== null && ` ${t('results.median', { median })}`}
      </p>
      {result.answered > 0 &&
        (bars === null ? (
          <TextAnswers version={props.version} questionId={question.question_id} />
        ) : (
          <div className="survey-pair">
            <BarChart bars={bars} name={title} />
            <CountTable bars={bars} answered={result.answered} name={title} />
          </div>
        ))}
    </section>
  )
}
