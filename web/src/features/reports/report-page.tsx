import { useQuery } from '@tanstack/react-query'
import { Button, Result } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { showFailure } from '../../lib/calls/api.ts'
import { showError } from '../../lib/notices/notices.ts'
import { shellText, showOwnLanguage } from '../../lib/texts/i18n.ts'
import { usePrint, usePrintKey } from '../../lib/files/print-report.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { LanguageSwitch } from '../../ui/frame/language-switch.tsx'
import { useModality } from '../../modalities/use-modality.ts'
import { Loading } from '../../ui/states/states.tsx'
import { Deliveries } from './deliveries.tsx'
import { ReportActions } from './report-actions.tsx'
import { reportQuery, useSavePdf } from './queries.ts'
import { ReportSheet } from './report-sheet.tsx'
import { useStanding } from './use-standing.ts'
import { isRefused, Problem } from './problem.tsx'
import './report.css'

/**
 * A visitor sees less than a user who is logged in. The report is fetched again for another
 * account.
 */
export function Component() {
  return <Report key={useSession()?.uid} />
}

/** One report, open to everybody who has its number. Its PDF is printed. */
function Report() {
  const { t } = useTranslation(['reports', 'common'])
  const [search] = useSearchParams()
  const number = search.get('report_no') ?? ''
  const modality = useModality()
  const report = useQuery(reportQuery(modality.class, number))
  const pdf = useSavePdf()
  const printing = usePrint()
  // What was read before stays in the cache, and is not shown to somebody who may not read it any more.
  const data = isRefused(report.error) ? undefined : report.data
  useStanding(data, () => void report.refetch())
  const session = useSession()
  useOwnLanguageAfter(`${modality.key} ${number}`)
  usePrintKey(() => data?.report_no)

  return (
    <div className="rp">
      <header className="rp-bar">
        <span className="rp-bar-title">{t('common:product')}</span>
        {session && <div className="rp-actions">{data && <ReportActions report={data} />}</div>}
        <LanguageSwitch here />
        <Button
          disabled={!data}
          loading={printing.isPending}
          onClick={() => printing.print(number)}
        >
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
      <p className="rp-paper">{t('print_here')}</p>
      {session && data?.standing.origin && (
        <Deliveries report_id={data.standing.origin.report_id} />
      )}
      <main>
        {data && <ReportSheet key={data.report_no} report={data} />}
        {!data && report.isLoading && <Loading />}
        {!data && number === '' && <Result status="info" title={t('no_number')} />}
        {!data && report.isError && (
          <Problem error={report.error} onRetry={() => void report.refetch()} />
        )}
      </main>
    </div>
  )
}

/** What is opened after this report stands in the language that was chosen for all, another report on this page too. */
function useOwnLanguageAfter(report: string) {
  useEffect(() => () => void showOwnLanguage().catch(languageFailed), [report])
}

/** The page that is opened next stands in the language of this one. */
const languageFailed = () => showError(shellText('languageFailed'))
