import { DownloadOutlined } from '@ant-design/icons'
import type { DashboardPart } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../lib/calls/api.ts'
import { Nothing } from '../../ui/states/states.tsx'
import type { Period } from './period.ts'
import { savePart } from './queries.ts'

const Chart = lazy(() => import('../../ui/charts/chart.tsx'))

/** One question of the dashboard: its words, its file, and chart and table beside each other. */
export function Part(props: {
  part: DashboardPart
  period: Period
  empty: boolean
  children: React.ReactNode
}) {
  const { t } = useTranslation('dashboard')
  const { part, period, empty, children } = props
  const save = useMutation({
    mutationFn: () => savePart(part, period),
    onError: (error) => showFailure(error, t('saveFailed')),
  })
  const title = t(`${part}.title`)
  return (
    <section className="panel dashboard-part" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Button
          icon={<DownloadOutlined />}
          loading={save.isPending}
          disabled={empty}
          aria-label={t('saveOf', { title })}
          onClick={() => save.mutate()}
        >
          {t('save')}
        </Button>
      </header>
      <p className="soft">{t(`${part}.note`)}</p>
      {empty ? <Nothing hint={t('empty')} /> : <div className="dashboard-pair">{children}</div>}
    </section>
  )
}

export function PartChart({ option, name }: { option: EChartsCoreOption; name: string }) {
  const { t } = useTranslation('dashboard')
  return (
    <Suspense fallback={<Skeleton.Node active className="chart" />}>
      <Chart option={option} name={t('chart', { name })} />
    </Suspense>
  )
}

type Cell = string | number

/** The first cell of a row names it. */
export function Figures(props: {
  name: string
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
}) {
  const { name, head, rows } = props
  return (
    <div className="dashboard-scroll" tabIndex={0} role="group" aria-label={name}>
      <table className="dashboard-table" aria-label={name}>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells], at) => (
            <tr key={at}>
              <th scope="row" className="long-text">
                {first}
              </th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
