import { diabeticRows, gradedIn, gradeTag, type TrialReport } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { OneResult } from './result.tsx'

/** What the analysis says of each photograph about diabetic eye disease, the worst first. */
export function Report({ report }: { report: TrialReport }) {
  const { t } = useTranslation(['trial', 'findings'])
  const { total_count, success_count, ended_count, images } = report
  const [worst] = images
  const tagged = (tag: 'referable' | 'review') =>
    images.filter(
      ({ photograph }) => photograph?.gradable && gradeTag(gradedIn(photograph)) === tag,
    ).length
  return (
    <section className="trial-report" aria-label={t('report.title')}>
      <p>
        {t('report.counts', {
          count: total_count,
          judged: success_count,
          not: ended_count - success_count,
          referable: tagged('referable'),
          review: tagged('review'),
        })}
      </p>
      {worst?.photograph?.gradable && (
        <p>
          {t('report.worst', {
            name: worst.file_name,
            found: diabeticRows(worst.photograph, language())[0]?.cells.flat()[0]?.text ?? '',
          })}
        </p>
      )}
      <p className="soft">{t('report.order')}</p>
      <p className="soft">{t('report.people')}</p>
      <ol>
        {images.map((image) => (
          <li key={image.image_index}>
            <OneResult image={image} />
          </li>
        ))}
      </ol>
      {success_count > 0 && <p className="soft">{t('findings:report.legend')}</p>}
      <p className="trial-warning">{t('findings:warning')}</p>
    </section>
  )
}
