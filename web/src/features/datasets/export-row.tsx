import { removeDatasetExport, type DatasetExport } from '@mingmou/contract'
import { Button, Progress, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant, formatSize } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { exportsChanged } from './queries.ts'

export function ExportRow({ one }: { one: DatasetExport }) {
  const { t } = useTranslation('datasets')
  const confirm = useConfirm()
  const name = t('export.name', {
    title: t(`kinds:${one.dataset}.dataset`),
    count: one.total,
    at: formatInstant(one.created_at),
  })
  const live = one.status === 'queued' || one.status === 'running'
  return (
    <li>
      <span className="ds-export-name">{name}</span>
      {live && <Progress percent={Math.round((100 * one.done) / one.total)} size="small" />}
      {one.status === 'failed' && <Tag color="error">{one.reason}</Tag>}
      {one.url !== null && (
        <>
          <span className="soft">{t('export.until', { at: formatInstant(one.expires_at) })}</span>
          <Button type="link" href={one.url}>
            {t('export.download', { size: formatSize(one.bytes ?? 0) })}
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
            { export_id: one.export_id },
            exportsChanged,
          )
        }
      >
        {t(live ? 'export.stop' : 'common:action.delete')}
      </Button>
    </li>
  )
}
