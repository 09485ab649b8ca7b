import { Form } from 'antd'
import { useContext } from 'react'
import { say } from '../../lib/texts/say.ts'
import type { Values } from './call-values.ts'
import { BindingContext } from './call-fields.tsx'

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
