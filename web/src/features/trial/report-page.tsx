import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PATHS } from '../../paths.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Brand } from '../../ui/frame/brand.tsx'
import { LanguageSwitch } from '../../ui/frame/language-switch.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { reportQuery, useNoticeRead } from './queries.ts'
import { Report } from './report.tsx'
import './trial.css'

/** The results of one batch by themselves, for reading and for paper. */
export function Component() {
  const { t } = useTranslation('trial')
  const [params] = useSearchParams()
  const anal_id = params.get('anal_id') ?? ''
  const query = useQuery({ ...reportQuery(anal_id), enabled: anal_id !== '' })
  const report = query.data?.report_data
  useNoticeRead(report !== undefined)
  return (
    <main className="trial-paper">
      <header className="trial-bar">
        <Brand />
        <span className="trial-actions">
          <LanguageSwitch />
          <Button href={`#${PATHS.functionalTest}`}>{t('records')}</Button>
          <Button type="primary" disabled={!report} onClick={() => window.print()}>
            {t('report.print')}
          </Button>
        </span>
      </header>
      {anal_id === '' && <Nothing hint={t('report.none')} />}
      {anal_id !== '' && query.isPending && <Loading />}
      {query.isError && !report && <Failed title={t('reportFailed')} query={query} />}
      {report && (
        <div className="panel">
          <h1>{t('report.title')}</h1>
          <p>
            {formatInstant(report.created_at)} · {t('deletedOn', { day: report.deleted_on })}
          </p>
          <Report report={report} />
        </div>
      )}
    </main>
  )
}
