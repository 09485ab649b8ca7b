import { stepsOf } from '@mingmou/contract'
import type { Period } from './period.ts'
import { type Rows, stagesIn } from './rows.ts'
import { stacked } from './chart-frame.ts'

export function stagesChart(
  rows: Rows<'stages'>,
  period: Period,
  names: { stage: (stage: number) => string; unstaged: string; ungradable: string },
) {
  const steps = stepsOf(period.start_date, period.end_date)
  const at = (value: (row: Rows<'stages'>[number]) => number) =>
    steps.map((step) => {
      const row = rows.find((row) => row.step === step)
      return row ? value(row) : 0
    })
  return stacked(steps, [
    ...stagesIn(rows).map((stage) => ({
      name: names.stage(stage),
      values: at(({ stages }) => stages.find((count) => count.stage === stage)?.eyes ?? 0),
    })),
    { name: names.unstaged, values: at(({ unstaged }) => unstaged) },
    { name: names.ungradable, values: at(({ ungradable }) => ungradable) },
  ])
}
