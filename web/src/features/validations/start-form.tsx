import { startValidation, today } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { DayFilter } from '../../ui/forms/date-input.tsx'
import { studiesChanged } from './queries.ts'

const yearAgo = () => `${Number(today().slice(0, 4)) - 1}${today().slice(4)}`

/** Starts a study of signed reports. */
export function StartForm() {
  const { t } = useTranslation('validations')
  const [name, setName] = useState('')
  const [start_date, setStart] = useState(yearAgo)
  const [end_date, setEnd] = useState(today)
  const start = useMutation({
    mutationFn: () => api(startValidation, { name, start_date, end_date }),
    onSuccess: () => setName(''),
    onError: (error) => showFailure(error, t('reports.start')),
    onSettled: studiesChanged,
  })
  return (
    <section className="panel validation-part" aria-label={t('reports.title')}>
      <h2>{t('reports.title')}</h2>
      <p className="validation-caution">{t('reports.agreement')}</p>
      <form
        className="validation-form"
        onSubmit={(event) => {
          event.preventDefault()
          start.mutate()
        }}
      >
        <label className="validation-field">
          {t('reports.name')}
          <Input value={name} maxLength={80} onChange={({ target }) => setName(target.value)} />
        </label>
        <label className="validation-field">
          {t('reports.from')}
          <DayFilter value={start_date} onChange={setStart} />
        </label>
        <label className="validation-field">
          {t('reports.to')}
          <DayFilter value={end_date} onChange={setEnd} />
        </label>
        <Button
          type="primary"
          htmlType="submit"
          loading={start.isPending}
          disabled={name.trim() === '' || start_date === '' || end_date === ''}
        >
          {t('reports.start')}
        </Button>
      </form>
    </section>
  )
}
