import { fieldMessages, type Call, type InputOf } from '@mingmou/contract'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/calls/api-error.ts'
import { api, showFailure } from '../../lib/calls/api.ts'
import { useConfirmDiscard } from '../../ui/dialogs/confirm-discard.ts'
import type { Faults } from './both-inputs.tsx'
import { versionsChanged } from './queries.ts'

/**
 * A change of a draft in a dialog. The call's schema checks it, and what the server refuses stands
 * at its field. Closing it asks first where something was entered.
 */
export function EditDialog<C extends Call>(props: {
  title: string
  call: C
  body: InputOf<C>
  isChanged: boolean
  failed: string
  onClose: () => void
  children: (faults: Faults) => React.ReactNode
}) {
  const { t } = useTranslation()
  const { title, call, body, onClose } = props
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const confirmDiscard = useConfirmDiscard()
  const save = async () => {
    const checked = call.body.safeParse(body, { reportInput: true })
    setFaults(checked.success ? {} : fieldMessages(checked.error.issues))
    if (!checked.success) return
    setBusy(true)
    try {
      await api(call, body)
      await versionsChanged()
      onClose()
    } catch (error) {
      if (error instanceof ApiError) setFaults(error.fields)
      showFailure(error, props.failed)
      void versionsChanged()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      centered
      title={title}
      width="7.6rem"
      mask={{ closable: false }}
      closable={{ 'aria-label': t('action.close') }}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={() => (props.isChanged ? confirmDiscard(title, onClose) : onClose())}
      styles={{
        body: { maxHeight: 'calc(0.72 * var(--page-height))', overflowY: 'auto' },
      }}
    >
      {props.children(faults)}
    </Modal>
  )
}
