import { listReportDrafts, modalityOf, type DataOf } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { type TableColumnsType, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { diagnosisPath } from '../../paths.ts'
import { callQuery } from '../../lib/calls/call-query.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { PageTable } from '../../ui/lists/page-table.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { Nothing } from '../../ui/states/states.tsx'

type Row = DataOf<typeof listReportDrafts>['rows'][number]

/** The unsigned reports of the institution. Each leads to its sitting in the workspace. */
export function DraftTable({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('reports')
  const drafts = useQuery({ ...callQuery(listReportDrafts, { page }), staleTime: 0 })
  const columns: TableColumnsType<Row> = [
    {
      title: t('column.patient'),
      key: 'patient',
      width: '1.8rem',
      render: (_, row) => (
        <span className="rl-patient">
          {row.name}
          <small>{row.ad_card_number}</small>
        </span>
      ),
    },
    {
      title: t('list.item'),
      key: 'kind',
      width: '1.4rem',
      render: (_, { diagnosis_class }) => t(`kinds:${modalityOf(diagnosis_class).key}.reported`),
    },
    {
      title: t('column.opinion'),
      key: 'opinion',
      render: (_, { diagnostic_opinion }) => (
        <Tooltip title={diagnostic_opinion}>
          <span className="rl-opinion">{diagnostic_opinion}</span>
        </Tooltip>
      ),
    },
    { title: t('column.record_date'), dataIndex: 'record_date', width: '1.1rem' },
    {
      title: t('column.changed'),
      key: 'changed',
      width: '1.7rem',
      render: (_, { changed_at, changed_by }) => (
        <span className="rl-patient">
          {formatInstant(changed_at)}
          <small>{changed_by}</small>
        </span>
      ),
    },
    {
      title: t('column.actions'),
      key: 'actions',
      fixed: 'end',
      render: (_, { pid, image_id, image_index, diagnosis_class }) => {
        const { tab } = modalityOf(diagnosis_class)
        const href = `#${diagnosisPath({ tab, pid, image_id })}&index=${image_index}`
        return <RowActions actions={[{ label: t('action.continue'), href }]} />
      },
    },
  ]
  return (
    <PageTable<Row>
      query={drafts}
      rowKey="draft_id"
      columns={columns}
      onPage={onPage}
      failed={t('list.drafts_failed')}
      label={t('list.drafts')}
      empty={<Nothing hint={t('list.no_drafts')} />}
    />
  )
}
