import { ASKED_REASONS } from '@mingmou/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { stagesIn, type Rows } from './rows.ts'
import { stagesChart } from './stages-chart.ts'
import { Figures, Part, PartChart } from './part.tsx'
import type { PartProps } from './part-props.ts'

export function Stages({ rows, period }: PartProps<Rows<'stages'>>) {
  const { t } = useTranslation(['dashboard', 'findings'])
  const name = t('stages.title')
  const option = useMemo(
    () =>
      stagesChart(rows, period, {
        stage: (stage) => t('stages.grade', { stage }),
        unstaged: t('stages.unstaged'),
        ungradable: t('stages.ungradable'),
      }),
    [rows, period, t],
  )
  const stages = stagesIn(rows)
  const reasons = ASKED_REASONS.filter((reason) =>
    rows.some((row) => row.reasons.some((count) => count.reason === reason)),
  )
  return (
    <Part part="stages" period={period} empty={rows.length === 0}>
      <PartChart option={option} name={name} />
      <Figures
        name={name}
        head={[
          t('day'),
          ...stages.map((stage) => t('stages.grade', { stage })),
          ...[t('stages.unstaged'), t('stages.ungradable'), t('stages.unknown')],
          ...reasons.map((reason) => t(`findings:review.${reason}`)),
        ]}
        rows={rows.map((row) => [
          row.step ?? t('whole'),
          ...stages.map((stage) => row.stages.find((count) => count.stage === stage)?.eyes ?? 0),
          ...[row.unstaged, row.ungradable, row.unknown_eye],
          ...reasons.map(
            (reason) => row.reasons.find((count) => count.reason === reason)?.eyes ?? 0,
          ),
        ])}
      />
    </Part>
  )
}
