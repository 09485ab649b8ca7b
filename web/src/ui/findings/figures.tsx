import type { Measure } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { FigureTable } from './figure-table.tsx'
import { Missing } from './missing.tsx'

interface Props {
  rows: readonly Measure[]
  onShow: (measure: Measure) => void
  canShow: (measure: Measure) => boolean
}

/** A card of figures. */
export function FiguresCard({ title, ...figures }: Props & { title: string }) {
  return (
    <section className="dx-card">
      <h2>{title}</h2>
      <Figures {...figures} />
    </section>
  )
}

/** Figures of which those read less often are folded away. */
export function Figures({ rows, onShow, canShow }: Props) {
  const { t } = useTranslation('analyses')
  const rare = rows.filter((row) => row.rare && row.value !== null)
  return (
    <div>
      <FigureTable rows={rows.filter((row) => !row.rare)} onShow={onShow} canShow={canShow} />
      {rare.length > 0 && (
        <details className="dx-more">
          <summary>{t('measures.more', { count: rare.length })}</summary>
          <FigureTable rows={rare} onShow={onShow} canShow={canShow} />
        </details>
      )}
      <Missing rows={rows.filter((row) => !row.rare)} />
    </div>
  )
}
