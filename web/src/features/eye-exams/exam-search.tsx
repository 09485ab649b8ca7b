import { searchExams } from '@mingmou/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/texts/say.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { CallForm } from '../../ui/forms/call-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { Values } from '../../ui/forms/call-values.ts'
import { DayFilter } from '../../ui/forms/date-input.tsx'
import { examsQuery, type ExamFilter } from './queries.ts'

/** A search by days. A day that cannot be is refused at its field. */
export function ExamSearch(props: {
  pid: string
  onFound: (filter: ExamFilter) => void
  children: React.ReactNode
}) {
  const { t } = useTranslation('eye-exams')
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const { pid, onFound } = props
  return (
    <CallForm
      call={searchExams}
      form={form}
      fixed={{ pid, page: 1 }}
      fallback={t('list.failed')}
      className="panel exam-search"
      onDone={(data, { start_date, end_date }) => {
        const filter = { ...(start_date && { start_date }), ...(end_date && { end_date }) }
        client.setQueryData(examsQuery(pid, filter, 1).queryKey, data)
        showSuccess(say('query_ok'))
        onFound(filter)
      }}
    >
      <Field name="start_date" label={t('field.start_date')}>
        <DayFilter />
      </Field>
      <Field name="end_date" label={t('field.end_date')}>
        <DayFilter />
      </Field>
      <div className="exam-search-actions">
        <Button htmlType="submit">{t('common:action.search')}</Button>
        <Button
          onClick={() => {
            form.resetFields()
            onFound({})
          }}
        >
          {t('common:action.reset')}
        </Button>
        {props.children}
      </div>
    </CallForm>
  )
}
