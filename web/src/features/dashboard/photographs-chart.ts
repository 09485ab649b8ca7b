import { stepsOf } from '@mingmou/contract'
import type { Period } from './period.ts'
import { type Rows, kindName } from './rows.ts'
import { stacked } from './chart-frame.ts'

export function photographsChart(rows: Rows<'photographs'>, period: Period) {
  const steps = stepsOf(period.start_date, period.end_date)
  const kinds = rows.flatMap(({ step, modality }) =>
    step === null && modality !== null ? [modality] : [],
  )
  const series = kinds.map((kind) => ({
    name: kindName(kind),
    values: steps.map(
      (step) => rows.find((row) => row.step === step && row.modality === kind)?.photographs ?? 0,
    ),
  }))
  return stacked(steps, series)
}
