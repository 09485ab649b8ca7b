import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/texts/say.ts'
import { DateInput } from '../../ui/forms/date-input.tsx'

export function ExamDay(props: {
  value: string
  fault: string | undefined
  onChange: (day: string) => void
}) {
  const { t } = useTranslation('eye-exams')
  const { value, fault, onChange } = props
  return (
    <Form.Item
      label={t('field.record_date')}
      layout="vertical"
      required
      htmlFor="exam-date"
      {...(fault !== undefined && { validateStatus: 'error', help: say(fault) })}
    >
      <DateInput id="exam-date" value={value} onChange={onChange} />
    </Form.Item>
  )
}
