import { type FundusReportData, type Reason, reasonText } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/i18n.ts'
import { figureText, type Measure, reportMeasures } from '../../ui/findings/measures.ts'

/** The figures by group, and in one place what was not measured and why. */
export function ReportFigures({ report }: { report: FundusReportData }) {
  const { t } = useTranslation(['reports', 'findings'])
  const groups = reportMeasures(report)
  const measured = groups
    .map(({ group, rows }) => ({ group, rows: rows.filter(({ value }) => value !== null) }))
    .filter(({ rows }) => rows.length > 0)
  const missing = groups.flatMap(({ rows }) => rows.filter(({ value }) => value === null))
  return (
    <section className="rp-figures">
      {measured.map(({ group, rows }) => (
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
              <tr key={measure.key}>
                <th scope="row">{t(`findings:measure.${measure.key}`)}</th>
                <td>{figureText(measure)}</td>
                <td>{measure.norm ? t(`findings:norm.${measure.norm}`) : '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <div>
        <Missing measures={missing} />
        <p>{t('findings:no_norm')}</p>
      </div>
    </section>
  )
}

/** Every figure that is not there is named, so that silence is not read as health. */
function Missing({ measures }: { measures: readonly Measure[] }) {
  const { t } = useTranslation(['reports', 'findings'])
  const reasons = [...new Set(measures.map(({ reason }) => reason))]
  if (reasons.length === 0) return null
  return (
    <>
      <h2>{t('findings:not_measured')}</h2>
      {reasons.map((reason) => (
        <p key={reason}>
          {wording(reason, t('findings:not_supported'))}
          {t('colon')}
          {measures
            .filter((measure) => measure.reason === reason)
            .map(({ key }) => t(`findings:measure.${key}`))
            .join(t('comma'))}
        </p>
      ))}
    </>
  )
}

function wording(reason: Reason | null, notSupported: string): string {
  return reason === null || reason === 'not_implemented'
    ? notSupported
    : reasonText(reason, language())
}
