import { Form } from 'antd'

/** The day of the sitting as it stands in the form. */
export function useFormDay(): string {
  const day = Form.useWatch<unknown>('record_date', Form.useFormInstance())
  return typeof day === 'string' ? day : ''
}
