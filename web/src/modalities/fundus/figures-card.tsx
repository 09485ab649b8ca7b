import {
  type FundusFindings,
  type FigureGroup,
  findingMeasures,
  type Measure,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { FigureTable, Missing } from '../../ui/findings/figure-table.tsx'

interface Props {
  findings: FundusFindings
  group: FigureGroup
  onShow: (measure: Measure) => void
  canShow: (measure: Measure) => boolean
}

/** A card of the figures of a group. */
export function FiguresCard(props: Props) {
  const { t } = useTranslation(['analyses', 'findings'])
  return (
    <section className="dx-card">
      <h2>{t(`findings:group.${props.group}`)}</h2>
      <Figures {...props} />
    </section>
  )
}

/** The figures of a group. Rarely read ones are folded away. */
export function Figures({ findings, group, onShow, canShow }: Props) {
  const { t } = useTranslation(['analyses', 'findings'])
  const rows = findingMeasures(findings, group)
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
      <Missing rows={rows} />
    </div>
  )
}
