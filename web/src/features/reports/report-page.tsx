import { useQuery } from '@tanstack/react-query'
import { Button, Result } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../lib/api-error.ts'
import { showFailure } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { useModality } from '../../modalities/use-modality.ts'
import { Loading } from '../../ui/states.tsx'
import { notePrinted, reportQuery, useSavePdf } from './queries.ts'
import { ReportSheet } from './report-sheet.tsx'
import './report.css'

/** One report, open to whoever holds its number: the sheet as it is printed. */
export function Component() {
  const { t } = useTranslation(['reports', 'common'])
  const [search] = useSearchParams()
  const number = search.get('report_no') ?? ''
  const report = useQuery(reportQuery(useModality().class, number, useSession()?.uid))
  const pdf = useSavePdf()
  const { data } = report
  const printable = data !== undefined
  useEffect(() => {
    if (!printable) return
    // By whatever way: the button here, or the browser's own.
    const note = () => void notePrinted(number)
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [printable, number])

  return (
    <div className="rp">
      <header className="rp-bar">
        <span className="rp-bar-title">{t('common:product')}</span>
        <LanguageSwitch />
        <Button disabled={!data} onClick={() => window.print()}>
          {t('print')}
        </Button>
        <Button
          type="primary"
          disabled={!data}
          loading={pdf.isPending}
          onClick={() =>
            pdf.mutate(number, { onError: (error) => showFailure(error, t('pdf_failed')) })
          }
        >
          {t('pdf')}
        </Button>
      </header>
      <main>
        {data && <ReportSheet key={data.report_no} report={data} />}
        {!data && report.isLoading && <Loading />}
        {!data && number === '' && <Result status="404" title={t('no_number')} />}
        {!data && report.isError && (
          <Problem error={report.error} onRetry={() => void report.refetch()} />
        )}
      </main>
    </div>
  )
}

/** Refused, with the server's reason; or never answered, with the way to try again. */
function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation(['reports', 'common'])
  const refused = error instanceof ApiError && error.status === 202
  return (
    <Result
      status={refused ? 'warning' : 'error'}
      title={refused ? error.message : t('failed')}
      subTitle={t(refused ? 'refused_hint' : 'failed_hint')}
      extra={!refused && <Button onClick={onRetry}>{t('common:action.retry')}</Button>}
    />
  )
}
