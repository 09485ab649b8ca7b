import type { Call, DataOf, InputOf } from '@mingmou/contract'
import { Form, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { begun } from '../../lib/calls/begun.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { CallForm } from '../forms/call-form.tsx'
import type { Values } from '../forms/call-values.ts'
import { useConfirmDiscard } from './confirm-discard.ts'
import { isLossWorthAsking } from './entered.ts'

/**
 * A form of one call in a dialog. It stays open with its input until the call succeeds, and then
 * closes. Closing it earlier asks first where more was entered than one choice.
 */
export function CallDialog<C extends Call>(props: {
  title: string
  call: C
  onClose: () => void
  /** Shown when the call succeeds. */
  done?: string | ((body: InputOf<C>, data: DataOf<C>) => string)
  onDone?: (data: DataOf<C>, body: InputOf<C>) => unknown
  onRefused?: (error: unknown) => unknown
  fallback: string
  okText?: string
  okDanger?: boolean
  /** Of a dialog without a field: its action is at hand, and a key still held down does not take it. */
  okFocus?: boolean
  fixed?: Partial<InputOf<C>>
  initial?: Record<string, unknown>
  check?: (values: Record<string, unknown>) => Record<string, string>
  agree?: ((body: InputOf<C>) => Promise<boolean>) | undefined
  prepare?: (body: InputOf<C>) => Promise<InputOf<C>>
  width?: string
  /** Whether something was entered that no field holds yet. */
  holdsMore?: () => boolean
  children: React.ReactNode
}) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const [of] = useState(begun)
  const fields = useRef<HTMLDivElement>(null)
  const confirmDiscard = useConfirmDiscard()
  const { done, initial = {} } = props
  const close = () => {
    const isEntered = isLossWorthAsking(props.call, form.getFieldsValue(), initial)
    if (isEntered || props.holdsMore?.()) confirmDiscard(props.title, props.onClose)
    else props.onClose()
  }
  const finish = (data: DataOf<C>, body: InputOf<C>) => {
    if (done !== undefined) showSuccess(of(typeof done === 'string' ? done : done(body, data)))
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
      okButtonProps={{
        danger: props.okDanger ?? false,
        autoFocus: props.okFocus ?? false,
        onKeyDown: (event) => event.repeat && event.preventDefault(),
      }}
      cancelText={t('action.cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={close}
      afterOpenChange={() => focusFirst(fields.current)}
      styles={{
        body: {
          maxHeight: 'calc(0.72 * var(--page-height))',
          overflowY: 'auto',
          padding: '0.08rem 0.02rem 0',
        },
      }}
    >
      <div ref={fields}>
        <CallForm
          call={props.call}
          form={form}
          fallback={props.fallback}
          onBusy={setBusy}
          onDone={finish}
          {...(props.fixed && { fixed: props.fixed })}
          initial={initial}
          {...(props.check && { check: props.check })}
          agree={props.agree}
          {...(props.prepare && { prepare: props.prepare })}
          {...(props.onRefused && { onRefused: props.onRefused })}
        >
          {props.children}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </CallForm>
      </div>
    </Modal>
  )
}

/** antd gives the focus to the closing cross, where Enter would close what was just opened. */
function focusFirst(fields: HTMLElement | null): void {
  const active = document.activeElement
  if (!fields || fields.contains(active) || active?.closest('.ant-modal-footer')) return
  const first = 'input:not([type=hidden], [type=file], :disabled), textarea:not(:disabled)'
  fields.querySelector<HTMLElement>(first)?.focus()
}
