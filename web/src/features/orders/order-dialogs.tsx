import {
  addOrder,
  cancelOrder,
  CANCEL_CHARS,
  PhotoOrder,
  setOrder,
  today,
  type ModalityKey,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { VersionedDialog } from '../../ui/dialogs/versioned-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { ordersChanged, stationsQuery } from './queries.ts'
import { OrderFields } from './order-fields.tsx'

/** Orders photographs of a patient; as it opens it asks for today, so that one press is enough. */
export function AddOrderDialog(props: { pid: string; modality: ModalityKey; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const { pid, modality } = props
  return (
    <CallDialog
      title={t('add.title')}
      call={addOrder}
      fixed={{ pid }}
      initial={{ modality, eyes: 'both', day: today() }}
      okText={t('add.ok')}
      okFocus
      done={(_, { accession }) => t('add.done', { accession })}
      fallback={t('add.failed')}
      onDone={ordersChanged}
      onClose={props.onClose}
    >
      <OrderFields />
    </CallDialog>
  )
}

/** An order of a day that is over is moved to today or later. */
export function EditOrderDialog({ order, onClose }: { order: PhotoOrder; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const began = today()
  const names = ['modality', 'eyes', 'day', 'time', 'device_id'] as const
  const stations = useQuery(stationsQuery()).data?.rows ?? []
  return (
    <VersionedDialog
      title={t('edit.title', { name: order.name })}
      call={setOrder}
      id={{ order_id: order.order_id }}
      record={{ ...order, day: order.day < began ? began : order.day }}
      schema={PhotoOrder}
      labels={Object.fromEntries(names.map((name) => [name, t(`field.${name}`)]))}
      shown={shownOf(t, stations)}
      done={t('edit.done')}
      fallback={t('edit.failed')}
      onDone={ordersChanged}
      onClose={onClose}
    >
      <OrderFields />
    </VersionedDialog>
  )
}

/** A value as it is read. */
const shownOf =
  (t: (key: string) => string, stations: readonly { device_id: string; name: string }[]) =>
  (name: string, value: unknown): string => {
    if (name === 'modality' || name === 'eyes') return t(`${name}.${String(value)}`)
    const station = stations.find(({ device_id }) => name === 'device_id' && device_id === value)
    return station?.name ?? String(value)
  }

export function CancelOrderDialog({ order, onClose }: { order: PhotoOrder; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const { order_id, name, accession } = order
  return (
    <CallDialog
      title={t('cancel.title')}
      call={cancelOrder}
      fixed={{ order_id }}
      okText={t('cancel.ok')}
      okDanger
      done={t('cancel.done')}
      fallback={t('cancel.failed')}
      onDone={ordersChanged}
      onClose={onClose}
    >
      <p className="dialog-hint long-text">{t('cancel.text', { name, accession })}</p>
      <Field name="reason" label={t('cancel.reason')}>
        <Input.TextArea maxLength={CANCEL_CHARS} showCount autoSize={{ minRows: 2 }} />
      </Field>
    </CallDialog>
  )
}
