import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { kindName, type Rows } from './rows.ts'
import { photographsChart } from './photographs-chart.ts'
import { Figures, Part, PartChart } from './part.tsx'
import type { PartProps } from './part-props.ts'

export function Photographs({ rows, period }: PartProps<Rows<'photographs'>>) {
  const { t } = useTranslation('dashboard')
  const option = useMemo(() => photographsChart(rows, period), [rows, period])
  const name = t('photographs.title')
  return (
    <Part part="photographs" period={period} empty={rows.every((row) => row.photographs === 0)}>
      <PartChart option={option} name={name} />
      <Figures
        name={name}
        head={[t('day'), t('photographs.count'), t('sittings'), t('patients')]}
        rows={rows.map((row) => [
          [row.step ?? t('whole'), row.modality && kindName(row.modality)]
            .filter(Boolean)
            .join(' · '),
          ...[row.photographs, row.sittings, row.patients],
        ])}
      />
    </Part>
  )
}
