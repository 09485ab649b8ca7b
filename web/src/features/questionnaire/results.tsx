import { DownloadOutlined } from '@ant-design/icons'
import type { Question, QuestionResult } from '@mingmou/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Tag } from 'antd'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../lib/calls/api.ts'
import { language } from '../../lib/texts/i18n.ts'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { resultsQuery, saveResults } from './queries.ts'
import { barsOf, chartOf, medianOf, type Bars } from './result-charts.ts'
import { TextAnswers } from './text-answers.tsx'

const Chart = lazy(() => import('../../ui/charts/chart.tsx'))

/** What was answered to a version, question by question. */
export default function Results({ version }: { version: number }) {
  const { t } = useTranslation('questionnaire-admin')
  const query = useQuery({ ...resultsQuery(version), staleTime: 0 })
  const save = useMutation({
    mutationFn: () => saveResults(version),
    onError: (error) => showFailure(error, t('results.saveFailed')),
  })
  const { data } = query
  if (query.isError && !data) return <Failed title={t('results.failed')} query={query} />
  if (!data) return <Loading />
  const { answered, questions } = data.version
  return (
    <div className="survey-edit">
      <section className="panel survey-results-head">
        <p>
          <strong>{t('results.count', { count: answered })}</strong>{' '}
          <span className="soft">{t('results.note')}</span>
        </p>
        <Button
          icon={<DownloadOutlined />}
          disabled={answered === 0}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('results.save')}
        </Button>
      </section>
      {answered === 0 ? (
        <section className="panel">
          <Nothing hint={t('results.empty')} />
        </section>
      ) : (
        questions.map((question, at) => {
          const result = data.results.find((one) => one.question_id === question.question_id)
          return (
            result && (
              <OneResult
                key={question.question_id}
                version={version}
                question={question}
                result={result}
                answered={answered}
                number={at + 1}
              />
            )
          )
        })
      )}
    </div>
  )
}

function OneResult(props: {
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

const ROW_REM = 0.34

function BarChart({ bars, name }: { bars: Bars; name: string }) {
  const { t } = useTranslation('questionnaire-admin')
  const option = useMemo(() => chartOf(bars), [bars])
  return (
    <div style={{ height: `${bars.labels.length * ROW_REM + 0.5}rem` }} className="survey-chart">
      <Suspense fallback={<Skeleton.Node active className="chart" />}>
        <Chart option={option} name={t('results.chart', { name })} />
      </Suspense>
    </div>
  )
}

function CountTable({ bars, answered, name }: { bars: Bars; answered: number; name: string }) {
  const { t } = useTranslation('questionnaire-admin')
  const cell = (count: number) => `${count} (${Math.round((100 * count) / answered)}%)`
  return (
    <div className="survey-scroll" tabIndex={0} role="region" aria-label={name}>
      <table className="survey-table" aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{t('results.answer')}</th>
            {bars.series.map((one) => (
              <th key={one.name} scope="col">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.labels.map((label, at) => (
            <tr key={at}>
              <th scope="row" className="long-text">
                {label}
              </th>
              {bars.series.map((one) => (
                <td key={one.name}>{cell(one.counts[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
