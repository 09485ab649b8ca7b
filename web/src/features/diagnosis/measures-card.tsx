import type { FundusFindings } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import {
  discMeasures,
  figureText,
  type Measure,
  vesselMeasures,
} from '../../ui/findings/measures.ts'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'

interface Props {
  findings: FundusFindings
  /** Shows on the picture what a figure rests on; nothing where no layer holds it. */
  onShow: (measure: Measure) => void
  canShow: (measure: Measure) => boolean
}

/** Figures with unit and, where a source gives one, the normal range. */
export function MeasuresCard({ findings, onShow, canShow }: Props) {
  const { t } = useTranslation(['diagnosis', 'findings'])
  const groups = [
    { group: 'vessel', rows: vesselMeasures(findings) },
    { group: 'disc', rows: discMeasures(findings) },
  ]
  return (
    <section className="dx-card">
      <h2>{t('measures.title')}</h2>
      <table className="dx-measures">
        <thead>
          <tr>
            <th scope="col">{t('measures.name')}</th>
            <th scope="col">{t('measures.value')}</th>
            <th scope="col">{t('measures.range')}</th>
          </tr>
        </thead>
        {groups.map(({ group, rows }) => (
          <tbody key={group}>
            <tr>
              <th colSpan={3} scope="rowgroup">
                {t(`findings:group.${group}`)}
              </th>
            </tr>
            {rows.map((measure) => (
              <tr key={measure.key}>
                <th scope="row">
                  {canShow(measure) ? (
                    <button type="button" onClick={() => onShow(measure)}>
                      {t(`findings:measure.${measure.key}`)}
                    </button>
                  ) : (
                    t(`findings:measure.${measure.key}`)
                  )}
                </th>
                <td>{figureText(measure) ?? <NotMeasured reason={measure.reason} />}</td>
                <td>{measure.norm ? t(`findings:norm.${measure.norm}`) : '—'}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <small>{t('findings:no_norm')}</small>
    </section>
  )
}
