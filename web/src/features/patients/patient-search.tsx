import { Button, Form, Input } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FILTERS, type Filters } from './use-filter.ts'
import './patients.css'

const MAX = { name: 40, phone: 32, adCardNumber: 32 } as const

export function PatientSearch(props: { filters: Filters; search: (filters: Filters) => void }) {
  const { t } = useTranslation('patients')
  const { filters, search } = props
  const [form] = Form.useForm<Filters>()
  const { name = '', phone = '', adCardNumber = '' } = filters
  useEffect(() => {
    form.setFieldsValue({ name, phone, adCardNumber })
  }, [form, name, phone, adCardNumber])
  return (
    <Form
      form={form}
      layout="inline"
      className="panel patient-search"
      onFinish={search}
      role="search"
    >
      {FILTERS.map((name) => (
        <Form.Item key={name} name={name} label={t(`field.${name}`)}>
          <Input allowClear maxLength={MAX[name]} />
        </Form.Item>
      ))}
      <div className="patient-search-actions">
        <Button type="primary" htmlType="submit">
          {t('common:action.search')}
        </Button>
        <Button onClick={() => search({})}>{t('common:action.reset')}</Button>
      </div>
    </Form>
  )
}
