import type { Call, DataOf, InputOf } from '@mingmou/contract'
import { Form, type FormInstance } from 'antd'
import { useContext, useId, useState } from 'react'
import { ApiError } from '../../lib/calls/api-error.ts'
import { api, showFailure } from '../../lib/calls/api.ts'
import { begun } from '../../lib/calls/begun.ts'
import { say } from '../../lib/texts/say.ts'
import { submitted, type Values } from './call-values.ts'
import { useFieldMessages, showAtFields } from './field-messages.ts'
import { CallFields, BindingContext } from './call-fields.tsx'

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

/** No event has this name: such a rule is asked when the form is sent. */
const SUBMIT = 'onSubmit'

/** One field of the form: label above, message below, required as the schema says. */
export function Field(props: {
  name: string
  label: React.ReactNode
  className?: string
  /** It holds what the call takes, part by part: a fault of a part is told here. Files yet to be sent are no such parts. */
  parts?: boolean
  /** The purpose of the field, below it. */
  hint?: string
  children: React.ReactNode
}) {
  const context = useContext(BindingContext)
  const { name } = props
  const judge = (values: Values) => {
    const problem = context?.binding.problemOf(name, values, props.parts ?? false)
    if (problem === undefined) return Promise.resolve()
    context?.messages.set(name, problem)
    return Promise.reject(new Error(say(problem)))
  }
  /** Left as it was found: nothing is wrong with it until the form is sent. */
  const isUntouched = (touched: boolean) => !touched && context?.messages.has(name) !== true
  return (
    <Form.Item
      name={name}
      label={props.label}
      required={!context?.binding.isOptional(name)}
      {...(props.className !== undefined && { className: props.className })}
      {...(props.hint !== undefined && { extra: props.hint })}
      validateTrigger="onBlur"
      validateFirst
      rules={[
        ({ getFieldsValue, isFieldTouched }) => ({
          validateTrigger: 'onBlur',
          validator: () =>
            isUntouched(isFieldTouched(name))
              ? Promise.resolve()
              : judge(getFieldsValue(true) as Values),
        }),
        ({ getFieldsValue }) => ({
          validateTrigger: SUBMIT,
          validator: () => judge(getFieldsValue(true) as Values),
        }),
      ]}
    >
      {props.children}
    </Form.Item>
  )
}
