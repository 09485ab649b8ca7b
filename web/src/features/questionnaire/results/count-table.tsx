import { useTranslation } from 'react-i18next'
import type { Bars } from './result-charts.ts'

export function CountTable({
  bars,
  answered,
  name,
}: {
  bars: Bars
  answered: number
  name: string
}) {
  const { t } = useTranslation('questionnaire-admin')
  const cell = (count: number) => `${count} (${Math.round((100 * count) / answered)}%)`
  return (
    <div className="survey-scroll" tabIndex={0} role="region" aria-label={name}>
      <table className="survey-table" aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{t('results.answer')}</th>
            {bars.series.map((column) => (
              <th key={column.name} scope="col">
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.labels.map((label, at) => (
            <tr key={at}>
              <th scope="row" className="long-text">
                {label}
              </th>
              {bars.series.map((column) => (
                <td key={column.name}>{cell(column.counts[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
