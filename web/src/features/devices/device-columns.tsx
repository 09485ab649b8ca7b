import { deleteDevice, type Device } from '@mingmou/contract'
import type { TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { Clip, Fault, Whole } from '../../ui/lists/cells.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { devicesChanged } from './queries.ts'
import { useEcho } from './use-echo.ts'

export function useDeviceColumns(edit: (device: Device) => void): TableColumnsType<Device> {
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
        <span className="cell-stack">
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
        fault !== null && fault_at !== null && <Fault text={t(`faults.${fault}`)} at={fault_at} />,
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
                confirm(
                  'delete.device',
                  'danger',
                  name,
                  deleteDevice,
                  { device_id },
                  devicesChanged,
                )
              },
            },
          ]}
        />
      ),
    },
  ]
}
