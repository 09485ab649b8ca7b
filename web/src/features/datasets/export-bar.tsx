import { DownloadOutlined } from '@ant-design/icons'
import { DATASET, listDatasetExports, type DatasetCalls, type InputOf } from '@mingmou/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { callQuery } from '../../lib/calls/call-query.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { exportsChanged, useExportEvents, type Dataset } from './queries.ts'
import { ExportRow } from './export-row.tsx'

/** How many there are, and the export of those that were picked or found. */
export function ExportBar(props: {
  dataset: Dataset
  filters: InputOf<DatasetCalls['export']>
  picked: ReadonlySet<string>
  onClear: () => void
  total: number
  /** How many of them an export would hold. */
  exported: number
  more: boolean
}) {
  const { t } = useTranslation('datasets')
  const { dataset, filters, picked, total, exported } = props
  useExportEvents()
  const exports = useQuery(callQuery(listDatasetExports, {}))
  const start = useMutation({
    mutationFn: () => {
      const images = picked.size > 0 ? { images: [...picked] } : {}
      return api(dataset.calls.export, { ...filters, ...images })
    },
    onSuccess: async () => {
      props.onClear()
      await exportsChanged()
      showSuccess(t('export.started'))
    },
    onError: (error) => showFailure(error, t('export.failed')),
  })
  const count = picked.size > 0 ? picked.size : exported
  const tooMany =
    picked.size > DATASET.pickedImages || (picked.size === 0 && exported > DATASET.exportImages)
  return (
    <>
      <div className="ds-bar">
        <span className="soft">{t(props.more ? 'found.more' : 'found.all', { count: total })}</span>
        {picked.size > 0 && (
          <Button type="link" onClick={props.onClear}>
            {t('clear')}
          </Button>
        )}
        {tooMany && (
          <span className="soft">
            {t('export.tooMany', {
              count: picked.size > 0 ? DATASET.pickedImages : DATASET.exportImages,
            })}
          </span>
        )}
        <Button
          icon={<DownloadOutlined />}
          disabled={count === 0 || tooMany || props.more}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {t(picked.size > 0 ? 'export.picked' : 'export.found', { count })}
        </Button>
      </div>
      {exports.isError && <p role="alert">{t('export.listFailed')}</p>}
      {exports.data && exports.data.rows.length > 0 && (
        <ul className="panel ds-exports" aria-label={t('export.list')}>
          {exports.data.rows.map((row) => (
            <ExportRow key={row.export_id} row={row} />
          ))}
        </ul>
      )}
    </>
  )
}
