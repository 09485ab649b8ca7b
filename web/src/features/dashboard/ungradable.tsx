import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { kindName, type Rows } from './rows.ts'
import { ungradableChart } from './ungradable-chart.ts'
import { Figures, Part, PartChart } from './part.tsx'
import type { PartProps } from './part-props.ts'

const shareText = (ungradable: number, analysed: number) =>
  analysed === 0
    ? '—'
    : `${ungradable} / ${analysed} (${((100 * ungradable) / analysed).toFixed(1)}%)`

export function Ungradable({ rows, period }: PartProps<Rows<'ungradable'>>) {
  const { t } = useTranslation('dashboard')
  return (
    <Part part="ungradable" period={period} empty={rows.length === 0}>
      {(['device', 'person'] as const).map((by) => (
        <UngradableBy
          key={by}
          title={t(`ungradable.${by}`)}
          rows={rows
            .filter(({ uploader }) => (uploader !== null) === (by === 'person'))
            .map(({ uploader, collect_device, modality, ...row }) => ({
              ...row,
              name: `${uploader?.name ?? collect_device ?? ''} · ${kindName(modality)}`,
            }))}
        />
      ))}
    </Part>
  )
}

function UngradableBy(props: {
  title: string
  rows: readonly { name: string; photographs: number; analysed: number; ungradable: number }[]
}) {
  const { t } = useTranslation('dashboard')
  const { title, rows } = props
  const option = useMemo(() => ungradableChart(rows, t('ungradable.share')), [rows, t])
  return (
    <div>
      <h3>{title}</h3>
      <PartChart option={option} name={title} />
      <Figures
        name={title}
        head={[title, t('photographs.count'), t('ungradable.share')]}
        rows={rows.map(({ name, photographs, analysed, ungradable }) => [
          ...[name, photographs, shareText(ungradable, analysed)],
        ])}
      />
    </div>
  )
}
