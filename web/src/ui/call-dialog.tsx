import type { Call, DataOf, InputOf } from '@mingmou/contract'
import { Form, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../lib/notices.ts'
import { CallForm } from './call-form.tsx'

/** A form of one call in a dialog: it stays open, with everything in it, until the call succeeded, and then closes. */
export function CallDialog<C extends Call>(props: {
  title: string
  call: C
  onClose: () => void
  /** Said when the call succeeded. */
  done?: string | ((body: InputOf<C>) => string)
  onDone?: (data: DataOf<C>, body: InputOf<C>) => unknown
  fallback: string
  okText?: string
  fixed?: Partial<InputOf<C>>
  initial?: Record<string, unknown>
  check?: (values: Record<string, unknown>) => Record<string, string>
  prepare?: (body: InputOf<C>) => Promise<InputOf<C>>
  width?: string
  children: React.ReactNode
}) {
  const { t } = useTranslation()
  const [form] = Form.useForm()
  const [busy, setBusy] = useState(false)
  const { done } = props
  const finish = (data: DataOf<C>, body: InputOf<C>) => {
    if (done !== undefined) showSuccess(typeof done === 'string' ? done : done(body))
    void props.onDone?.(data, body)
    props.onClose()
  }
  return (
    <Modal
      open
      centered
      title={props.title}
      width={props.width ?? '5.6rem'}
      mask={{ closable: false }}
      closable={{ 'aria-label': t('action.close') }}
      okText={props.okText ?? t('action.save')}
      cancelText={t('action.cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={props.onClose}
      styles={{
        body: {
          maxHeight: 'calc(0.72 * var(--page-height))',
          overflowY: 'auto',
          padding: '0.08rem 0.02rem 0',
        },
      }}
    >
      <CallForm
        call={props.call}
        form={form}
        fallback={props.fallback}
        onBusy={setBusy}
        onDone={finish}
        {...(props.fixed && { fixed: props.fixed })}
        {...(props.initial && { initial: props.initial })}
        {...(props.check && { check: props.check })}
        {...(props.prepare && { prepare: props.prepare })}
      >
        {props.children}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </CallForm>
    </Modal>
  )
}
