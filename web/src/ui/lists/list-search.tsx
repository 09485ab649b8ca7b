import { Button, Form, Input, Select } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AreaInput } from '../forms/areas.tsx'
import { DayFilter } from '../forms/date-input.tsx'
import type { Words } from './list-state.ts'
import './list.css'

/** One field of a search: words, a choice, an area or a day. */
export interface SearchField {
  name: string
  label: string
  max?: number
  choices?: Record<string, string>
  kind?: 'area' | 'date'
}

export function ListSearch(props: {
  fields: SearchField[]
  words: Words
  search: (words: Words) => void
}) {
  const { t } = useTranslation()
  const { fields, words, search } = props
  const [form] = Form.useForm<Words>()
  const shown = JSON.stringify(words)
  useEffect(() => {
    form.resetFields()
    form.setFieldsValue(JSON.parse(shown) as Words)
  }, [form, shown])
  return (
    <Form
      form={form}
      layout="inline"
      className="panel list-search"
      role="search"
      // What was typed into a search may be a person's: the browser neither keeps nor suggests it.
      autoComplete="off"
      onFinish={(values: Words) => search(values)}
    >
      {fields.map((field) => (
        <Form.Item key={field.name} name={field.name} label={field.label}>
          <SearchInput field={field} />
        </Form.Item>
      ))}
      <div className="list-search-actions">
        <Button type="primary" htmlType="submit">
          {t('action.search')}
        </Button>
        <Button onClick={() => search({})}>{t('action.reset')}</Button>
      </div>
    </Form>
  )
}

function SearchInput(props: {
  field: SearchField
  id?: string
  value?: string
  onChange?: (value: string) => void
}) {
  const { t } = useTranslation()
  const { field, value = '', onChange } = props
  const common = props.id === undefined ? {} : { id: props.id }
  if (field.choices) {
    return (
      <Select
        {...common}
        value={value}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: '', label: t('search.all') },
          ...Object.entries(field.choices).map(([choice, label]) => ({ value: choice, label })),
        ]}
        onChange={(next: string) => onChange?.(next)}
      />
    )
  }
  if (field.kind === 'area') {
    return (
      <AreaInput
        {...common}
        anyLevel
        value={value === '' ? [] : value.split(',')}
        onChange={(codes) => onChange?.(codes.join(','))}
      />
    )
  }
  if (field.kind === 'date')
    return <DayFilter {...common} value={value} onChange={(day) => onChange?.(day)} />
  return (
    <Input
      {...common}
      allowClear
      autoComplete="off"
      value={value}
      maxLength={field.max ?? 64}
      onChange={({ target }) => onChange?.(target.value)}
    />
  )
}
