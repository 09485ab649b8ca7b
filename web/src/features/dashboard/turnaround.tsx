import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rows } from './rows.ts'
import { turnaroundChart } from './turnaround-chart.ts'
import { Figures, Part, PartChart } from './part.tsx'
import type { PartProps } from './part-props.ts'

type T = TFunction<'dashboard'>

/** A length of time in the unit that a person says. */
function lengthText(t: T, seconds: number): string {
  if (seconds < 60) return t('length.seconds', { n: Math.round(seconds) })
  if (seconds < 5400) return t('length.minutes', { n: Math.round(seconds / 60) })
  const hours = seconds / 3600
  return hours < 72
    ? t('length.hours', { n: hours.toFixed(1) })
    : t('length.days', { n: (hours / 24).toFixed(1) })
}

export function Turnaround({ rows, period }: PartProps<Rows<'turnaround'>>) {
  const { t } = useTranslation('dashboard')
  const names = useMemo(
    () => ({
      result: t('turnaround.result'),
      read: t('turnaround.read'),
      report: t('turnaround.report'),
    }),
    [t],
  )
  const option = useMemo(
    () => turnaroundChart(rows, period, names, (seconds) => lengthText(t, seconds)),
    [rows, period, names, t],
  )
  const name = t('turnaround.title')
  const cell = ({ n, median, p90 }: Rows<'turnaround'>[number]['result']) =>
    median === null || p90 === null
      ? '—'
      : t('turnaround.cell', { n, median: lengthText(t, median), p90: lengthText(t, p90) })
  return (
    <Part part="turnaround" period={period} empty={rows.every((row) => row.sittings === 0)}>
      <PartChart option={option} name={name} />
      <Figures
        name={name}
        head={[t('day'), t('sittings'), names.result, names.read, names.report]}
        rows={rows.map((row) => [
          row.step ?? t('whole'),
          row.sittings,
          ...[cell(row.result), cell(row.read), cell(row.report)],
        ])}
      />
    </Part>
  )
}
