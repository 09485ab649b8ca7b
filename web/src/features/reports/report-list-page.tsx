import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { diagnosisPath } from '../../paths.ts'
import { usePrintKey } from '../../lib/files/print-report.ts'
import { usePrivateSearch } from '../../lib/places/private-search.ts'
import { PageTable } from '../../ui/lists/page-table.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Nothing } from '../../ui/states/states.tsx'
import { DraftTable } from './draft-table.tsx'
import { reportsQuery } from './queries.ts'
import type { Row } from './report-cells.tsx'
import { useColumns } from './report-columns.tsx'
import { filterOf } from './report-filter.ts'
import { ReportSearch } from './report-search.tsx'
import './report-list.css'

const NONE = { keyword: '' }

/** The institution's reports. Filters and page are in the address, the search words are not. */
export function Component() {
  const { t } = useTranslation(['reports', 'findings', 'common'])
  const [search, setSearch] = useSearchParams()
  const { searched, keep } = usePrivateSearch(NONE)
  const { keyword } = searched
  const filter = filterOf(search)
  const drafts = search.get('state') === 'draft'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const reports = useQuery({ ...reportsQuery({ page, ...filter, keyword }), enabled: !drafts })
  const columns = useColumns()
  usePrintKey(() => {
    const row = document.activeElement?.closest('tr')?.dataset['rowKey']
    return reports.data?.rows.find(({ report_id }) => report_id === row)?.report_no
  })

  const go = (address: Record<string, string>, words = keyword) => {
    // Another filter begins at the first page.
    const next = Object.entries({ ...Object.fromEntries(search), page: '', ...address }).filter(
      ([, value]) => value !== '',
    )
    setSearch(new URLSearchParams(next), { state: keep({ keyword: words }) })
  }
  const onPage = (next: number) => go({ page: String(next) })
  const searching = [...search.keys()].some((name) => name !== 'page') || keyword !== ''

  return (
    <>
      <PageTitle title={t('list.title')} />
      <div className="panel">
        <ReportSearch
          search={search}
          keyword={keyword}
          searching={searching}
          go={go}
          kinds={reports.data?.diagnostic_map ?? {}}
          authors={reports.data?.authors ?? []}
          onReset={() => setSearch({})}
        />
        {filter.deleted && <Alert showIcon type="info" title={t('list.deleted_note')} />}
        {drafts ? (
          <DraftTable page={page} onPage={onPage} />
        ) : (
          <PageTable<Row>
            query={reports}
            rowKey="report_id"
            columns={columns}
            onPage={onPage}
            failed={t('list.failed')}
            label={t('list.title')}
            empty={
              <Nothing hint={t(searching ? 'list.none_found' : 'list.none')}>
                {!searching && (
                  <Button href={`#${diagnosisPath({ tab: 0 })}`}>{t('list.to_diagnosis')}</Button>
                )}
              </Nothing>
            }
          />
        )}
      </div>
    </>
  )
}
