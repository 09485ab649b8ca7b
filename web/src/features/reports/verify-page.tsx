import { type DataOf, modalityOf, shortHash, verifyReport } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Result } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { reportPath } from '../../paths.ts'
import { ApiError } from '../../lib/calls/api-error.ts'
import { callQuery } from '../../lib/calls/call-query.ts'
import { useWhileShown } from '../../lib/live/while-shown.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { LonePage } from '../../ui/frame/lone-page.tsx'
import { Loading } from '../../ui/states/states.tsx'
import './verify.css'

type Verified = DataOf<typeof verifyReport>

/** Where the code on a report leads: whether it stands, and nothing about the patient. */
export function Component() {
  const { t } = useTranslation(['reports', 'common'])
  const [search] = useSearchParams()
  const report_no = search.get('report_no') ?? ''
  const found = useQuery({
    ...callQuery(verifyReport, { report_no }, { toldInPlace: true }),
    enabled: report_no !== '',
    // It is asked for again while it is looked at.
    staleTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const refused = found.error instanceof ApiError && found.error.status === 202
  useWhileShown(found.data && !refused ? report_no : null, () => found.refetch())
  return (
    <LonePage className="rv">
      <h1>{t('verify.title')}</h1>
      {report_no === '' && <Result status="info" title={t('no_number')} />}
      {found.isLoading && <Loading />}
      {found.data && !refused && <Verdict report={found.data} />}
      {found.isError && (refused || !found.data) && (
        <Result
          status={refused ? 'warning' : 'error'}
          title={refused ? found.error.message : t('verify.failed')}
          subTitle={t(refused ? 'refused_hint' : 'failed_hint')}
          extra={
            !refused && (
              <Button onClick={() => void found.refetch()}>{t('common:action.retry')}</Button>
            )
          }
        />
      )}
    </LonePage>
  )
}

const TONES = { signed: 'success', superseded: 'warning', void: 'error', altered: 'error' } as const

function Verdict({ report }: { report: Verified }) {
  const { t } = useTranslation(['reports', 'common'])
  const { state, ended_at, diagnosis_class, report_no } = report
  const verdict = report.altered ? 'altered' : state
  const { key } = modalityOf(diagnosis_class)
  const facts = [
    ['number', report_no],
    ['institution', report.institution],
    ['kind', t(`kinds:${key}.report`)],
    ['signed_at', formatInstant(report.report_time)],
    ...(ended_at !== null && state !== 'signed' ? [[`${state}_at`, formatInstant(ended_at)]] : []),
    ['sha256', shortHash(report.sha256)],
  ]
  return (
    <>
      <Alert
        showIcon
        type={TONES[verdict]}
        title={<strong>{t(`verify.${verdict}`)}</strong>}
        description={t(`verify.${verdict}_text`)}
      />
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`verify.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('verify.compare')}</p>
      {report.opens && (
        <Button type="primary" href={`#${reportPath(key, report_no)}`}>
          {t('verify.open')}
        </Button>
      )}
      {!report.opens && state === 'signed' && <p>{t('verify.closed')}</p>}
    </>
  )
}
