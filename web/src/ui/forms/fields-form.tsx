import type { Call } from '@mingmou/contract'
import { Form, type FormInstance } from 'antd'
import type { Values } from './call-values.ts'
import { CallFields } from './call-fields.tsx'
import { useFieldMessages } from './field-messages.ts'

/** A form whose values go out with several calls of one kind: the schema checks its fields, and nothing is sent. */
export function FieldsForm(props: {
  call: Call
  form: FormInstance<Values>
  initial: Values
  className?: string
  children: React.ReactNode
}) {
  const { call, form, initial, className, children } = props
  return (
    <CallFields call={call} messages={useFieldMessages(form)}>
      <Form
        form={form}
        layout="vertical"
        initialValues={initial}
        requiredMark
        {...(className !== undefined && { className })}
      >
        {children}
      </Form>
    </CallFields>
  )
}
