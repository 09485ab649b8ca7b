import type { FundusFindings } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'
import { reasonOf } from '../../ui/findings/measures.ts'

/** The grade with its scale and the confidence in it, or why there is none. */
export function GradeCard({ findings }: { findings: FundusFindings }) {
  const { t } = useTranslation(['diagnosis', 'findings'])
  const { dr_grade, dr_referable_probability, not_measured } = findings
  return (
    <section className="dx-card">
      <h2>{t('findings:grade.title')}</h2>
      {dr_grade === null ? (
        <NotMeasured reason={reasonOf(not_measured, 'dr_grade')} />
      ) : (
        <p className="dx-grade" data-grade={dr_grade}>
          {t(`findings:grade.${dr_grade}`)}
        </p>
      )}
      {dr_referable_probability !== null && (
        <p>{t('grade.referable', { share: Math.round(dr_referable_probability * 100) })}</p>
      )}
    </section>
  )
}
