import { PlusOutlined } from '@ant-design/icons'
import { deleteDevice, echoDevice, type Device } from '@mingmou/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showSuccess, showWarning } from '../../lib/notices/notices.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Clip, Whole } from '../../ui/lists/cells.tsx'
import { PageTable } from '../../ui/lists/page-table.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { Nothing } from '../../ui/states/states.tsx'
import { CalledCard } from './called-card.tsx'
import { AddDeviceDialog, EditDeviceDialog, TitleDialog } from './device-dialogs.tsx'
import { deviceQueries, devicesChanged } from './queries.ts'
import './devices.css'

type Dialog = { kind: 'add' | 'title' } | { kind: 'edit'; device: Device }

/** The cameras that may send to the institution, as its main account registers them. */
export function Component() {
  const { t } = useTranslation('devices')
  const [page, setPage] = useState(1)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const query = useQuery({ ...deviceQueries.list(page), placeholderData: keepPreviousData })
  const columns = useColumns((device) => setDialog({ kind: 'edit', device }))
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

function useColumns(edit: (device: Device) => void): TableColumnsType<Device> {
  const { t } = useTranslation('devices')
  const confirm = useConfirm()
  const echo = useEcho()
  return [
    { title: t('field.name'), key: 'name', render: (_, { name }) => <Clip text={name} /> },
    { title: t('field.ae_title'), dataIndex: 'ae_title' },
    {
      title: t('field.addresses'),
      key: 'addresses',
      render: (_, { addresses, port }) => (
        <Whole text={`${addresses.join(', ')}${port === null ? '' : ` : ${port}`}`} />
      ),
    },
    {
      title: t('field.modality'),
      key: 'modality',
      render: (_, { modality, collect_device }) => (
        <span className="devices-kind">
          {t(`kinds:${modality}.device`)}
          <Clip text={collect_device} />
        </span>
      ),
    },
    {
      title: t('heard_at'),
      key: 'heard_at',
      render: (_, { heard_at }) => (heard_at === null ? t('never') : formatInstant(heard_at)),
    },
    {
      title: t('fault'),
      key: 'fault',
      render: (_, { fault, fault_at }) =>
        fault !== null &&
        fault_at !== null && (
          <span className="devices-kind">
            <Tag color="warning">{t(`faults.${fault}`)}</Tag>
            <span className="soft">{formatInstant(fault_at)}</span>
          </span>
        ),
    },
    {
      title: t('action'),
      key: 'action',
      fixed: 'end',
      render: (_, device) => (
        <RowActions
          actions={[
            device.port !== null && {
              label: t('echo.button'),
              loading: echo.busy === device.device_id,
              onClick: () => void echo.ask(device),
            },
            { label: t('common:action.edit'), onClick: () => edit(device) },
            {
              label: t('common:action.delete'),
              danger: true,
              onClick: () => {
                const { device_id, name } = device
                confirm('delete.device', name, deleteDevice, { device_id }, devicesChanged)
              },
            },
          ]}
        />
      ),
    },
  ]
}

/** Asks a device for an echo, and says what came of it. */
function useEcho() {
  const { t } = useTranslation('devices')
  const [busy, setBusy] = useState<string | null>(null)
  const ask = async ({ device_id, name }: Device) => {
    setBusy(device_id)
    try {
      const { outcome } = await api(echoDevice, { device_id })
      const said = t(`echo.${outcome}`, { name })
      if (outcome === 'answered') showSuccess(said)
      else showWarning(said)
    } catch (error) {
      showFailure(error, t('echo.failed'))
    } finally {
      setBusy(null)
    }
  }
  return { busy, ask }
}
