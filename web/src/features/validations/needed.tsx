import { casesNeeded, NEEDED } from '@mingmou/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Table } from './table.tsx'

const PREVALENCES = [0.05, 0.1, 0.2, 0.3, 0.5]

/** How many photographs a study needs, before it starts. */
export function Needed() {
  const { t } = useTranslation('validations')
  const [prevalence, setPrevalence] = useState(0.2)
  return (
    <section className="panel validation-part" aria-label={t('needed.title')}>
      <h2>{t('needed.title')}</h2>
      <p className="soft">{t('needed.text')}</p>
      <label className="validation-field">
        {t('needed.prevalence')}
        <Select
          value={prevalence}
          onChange={setPrevalence}
          options={PREVALENCES.map((value) => ({ value, label: `${100 * value}%` }))}
        />
      </label>
      <Table
        name={t('needed.title')}
        columns={NEEDED.halves.map((half) => t('needed.half', { n: 100 * half }))}
        rows={NEEDED.sensitivities.map((sensitivity) => ({
          label: t('needed.sensitivity', { n: 100 * sensitivity }),
          cells: NEEDED.halves.map((half) =>
            t('needed.cell', { ...casesNeeded(sensitivity, half, prevalence) }),
          ),
        }))}
      />
    </section>
  )
}
