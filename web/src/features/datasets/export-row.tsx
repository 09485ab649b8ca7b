import { removeDatasetExport, type DatasetExport } from '@mingmou/contract'
import { Button, Progress, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant, formatSize } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { exportsChanged } from './queries.ts'

export function ExportRow({ row }: { row: DatasetExport }) {
  const { t } = useTranslation('datasets')
  const confirm = useConfirm()
  const name = t('export.name', {
    title: t(`kinds:${row.dataset}.dataset`),
    count: row.total,
    at: formatInstant(row.created_at),
  })
  const live = row.status === 'queued' || row.status === 'running'
  return (
    <li>
      <span className="ds-export-name">{name}</span>
      {live && <Progress percent={Math.round((100 * row.done) / row.total)} size="small" />}
      {row.status === 'failed' && <Tag color="error">{row.reason}</Tag>}
      {row.url !== null && (
        <>
          <span className="soft">{t('export.until', { at: formatInstant(row.expires_at) })}</span>
          <Button type="link" href={row.url}>
            {t('export.download', { size: formatSize(row.bytes ?? 0) })}
          </Button>
        </>
      )}
      <Button
        type="link"
        onClick={() =>
          confirm(
            'delete.export',
            'danger',
            name,
            removeDatasetExport,
            { export_id: row.export_id },
            exportsChanged,
          )
        }
      >
        {t(live ? 'export.stop' : 'common:action.delete')}
      </Button>
    </li>
  )
}
