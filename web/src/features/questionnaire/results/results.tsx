import { DownloadOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../../lib/calls/api.ts'
import { Failed, Loading, Nothing } from '../../../ui/states/states.tsx'
import { resultsQuery, saveResults } from '../queries.ts'
import { OneResult } from './one-result.tsx'

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
          const result = data.results.find((result) => result.question_id === question.question_id)
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
