import { PlusOutlined } from '@ant-design/icons'
import type { Device } from '@mingmou/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { PageTable } from '../../ui/lists/page-table.tsx'
import { Nothing } from '../../ui/states/states.tsx'
import { CalledCard } from './called-card.tsx'
import { AddDeviceDialog, EditDeviceDialog } from './device-dialogs.tsx'
import { TitleDialog } from './title-dialog.tsx'
import { deviceQueries } from './queries.ts'
import { useDeviceColumns } from './device-columns.tsx'
import './devices.css'

type Dialog = { kind: 'add' | 'title' } | { kind: 'edit'; device: Device }

/** The cameras that may send to the institution, as its main account registers them. */
export function Component() {
  const { t } = useTranslation('devices')
  const [page, setPage] = useState(1)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const query = useQuery({ ...deviceQueries.list(page), placeholderData: keepPreviousData })
  const columns = useDeviceColumns((device) => setDialog({ kind: 'edit', device }))
  const close = () => setDialog(null)
  const add = (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      disabled={!query.data}
      onClick={() => setDialog({ kind: 'add' })}
    >
      {t('add.button')}
    </Button>
  )
  return (
    <>
      <PageTitle title={t('title')}>{add}</PageTitle>
      {query.data && (
        <CalledCard called={query.data.called} onChange={() => setDialog({ kind: 'title' })} />
      )}
      <div className="panel list">
        <PageTable<Device>
          label={t('title')}
          query={query}
          rowKey="device_id"
          onPage={setPage}
          failed={t('failed')}
          empty={<Nothing hint={t('empty')}>{add}</Nothing>}
          columns={columns}
        />
      </div>
      {dialog?.kind === 'add' && <AddDeviceDialog onClose={close} />}
      {dialog?.kind === 'edit' && <EditDeviceDialog device={dialog.device} onClose={close} />}
      {dialog?.kind === 'title' && query.data && (
        <TitleDialog ae_title={query.data.called.ae_title} onClose={close} />
      )}
    </>
  )
}
