import type { Call, DataOf, InputOf } from '@mingmou/contract'
import { Form, type FormInstance } from 'antd'
import { useId, useState } from 'react'
import { ApiError } from '../../lib/calls/api-error.ts'
import { api, showFailure } from '../../lib/calls/api.ts'
import { begun } from '../../lib/calls/begun.ts'
import { submitted, type Values } from './call-values.ts'
import { useFieldMessages, showAtFields } from './field-messages.ts'
import { CallFields } from './call-fields.tsx'

/**
 * A form of one call. The call's schema checks it, the call sends it, and refusals appear at their
 * fields.
 */
export function CallForm<C extends Call>(props: {
  call: C
  form: FormInstance<Values>
  /** The fields of the body that are not shown. */
  fixed?: Partial<InputOf<C>>
  initial?: Values
  /** Shown when the call fails without any message. */
  fallback: string
  /** Other checks on the values, as `{ field: encoded message }`. */
  check?: (values: Values) => Record<string, string>
  /** Asks before the call where it changes more than its fields say. False: nothing is sent. */
  agree?: ((body: InputOf<C>) => Promise<boolean>) | undefined
  /** Work before the call, such as an upload. Returns the body to send. */
  prepare?: (body: InputOf<C>) => Promise<InputOf<C>>
  onDone: (data: DataOf<C>, body: InputOf<C>) => void
  /** True where the page tells the refusal at its place. */
  onRefused?: (error: unknown) => unknown
  /** Refusals stand at their fields alone. */
  toldInPlace?: boolean
  onBusy?: (busy: boolean) => void
  children: React.ReactNode
  className?: string
}) {
  const { call, form, fixed, fallback, check, onDone, onBusy } = props
  // Two forms on a page must not share the ids of their fields.
  const id = useId()
  const [busy, setBusy] = useState(false)
  const messages = useFieldMessages(form)

  const submit = async (values: Values) => {
    if (busy) return
    const work = (now: boolean) => {
      setBusy(now)
      onBusy?.(now)
    }
    work(true)
    const of = begun()
    try {
      const filled = submitted(call, { ...fixed, ...values }) as InputOf<C>
      if (props.agree && !(await props.agree(filled))) return
      const body = props.prepare ? await props.prepare(filled) : filled
      onDone(await api(call, body, { toldInPlace: props.toldInPlace ?? false, of }), body)
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      showAtFields(form, fields, messages)
      if (props.onRefused?.(error) !== true) showFailure(error, fallback)
    } finally {
      work(false)
    }
  }

  return (
    <CallFields call={call} fixed={fixed} check={check} messages={messages}>
      <Form
        form={form}
        name={id}
        layout="vertical"
        {...(props.className !== undefined && { className: props.className })}
        initialValues={props.initial ?? {}}
        requiredMark
        scrollToFirstError={{ focus: true, block: 'center' }}
        onValuesChange={(changed: Values) =>
          form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] })))
        }
        onFinish={(values: Values) => void submit(values)}
      >
        {props.children}
      </Form>
    </CallFields>
  )
}
