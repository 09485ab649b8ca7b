import type { FundusReportData } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { figureText, type Measure, reportMeasures } from '../../ui/findings/measures.ts'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'

/** The figures in columns, each group with its heading; what was not measured says why. */
export function ReportFigures({ report }: { report: FundusReportData }) {
  const { t } = useTranslation(['reports', 'findings'])
  return (
    <section className="rp-figures">
      {reportMeasures(report).map(({ group, rows }) => (
        <table key={group}>
          <caption>{t(`findings:group.${group}`)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('figure')}</th>
              <th scope="col">{t('value')}</th>
              <th scope="col">{t('range')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((measure) => (
              <Row key={measure.key} measure={measure} />
            ))}
          </tbody>
        </table>
      ))}
      <p>{t('findings:no_norm')}</p>
    </section>
  )
}

function Row({ measure }: { measure: Measure }) {
  const { t } = useTranslation('findings')
  return (
    <tr>
      <th scope="row">{t(`measure.${measure.key}`)}</th>
      <td>{figureText(measure) ?? <NotMeasured reason={measure.reason} />}</td>
      <td>{measure.norm ? t(`norm.${measure.norm}`) : '—'}</td>
    </tr>
  )
}
