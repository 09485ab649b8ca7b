import {
  evidenceText,
  type FundusReportData,
  gradedIn,
  gradeTag,
  reasonOf,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/i18n.ts'
import { Sure } from '../../ui/findings/confidence.tsx'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'

/** The grade with its evidence and what it did not look at. */
export function ReportGrade({ report }: { report: FundusReportData }) {
  const { t } = useTranslation(['reports', 'findings'])
  const { DR, not_measured, confidence } = report
  const oedema = DR.macular_oedema
  const graded = gradedIn(report)
  const evidence = evidenceText(graded, language())
  const tag = gradeTag(graded)
  return (
    <div>
      <h2>{t('findings:grade.title')}</h2>
      <p className="rp-grade" data-grade={DR.stage}>
        {DR.stage === null ? (
          <NotMeasured
            none="grade.none"
            reason={evidence === null ? reasonOf(not_measured, 'DR.stage') : null}
          />
        ) : (
          <>
            <strong>{t(`findings:grade.${DR.stage}`)}</strong>{' '}
            <Sure confidence={confidence['DR.stage']} />
          </>
        )}
        {tag && <> · {t(`findings:dr.${tag}`)}</>}
      </p>
      {evidence && <p className={DR.stage === null ? 'rp-caution' : undefined}>{evidence}</p>}
      {oedema !== null && (
        <p className={oedema ? 'rp-caution' : undefined}>{t(`findings:dr.oedema_${oedema}`)}</p>
      )}
      {DR.not_assessed.length > 0 && (
        <p className="rp-soft">
          {t('findings:dr.not_assessed', {
            signs: DR.not_assessed.map((sign) => t(`findings:sign.${sign}`)).join(t('comma')),
          })}
        </p>
      )}
    </div>
  )
}

/** How far the disc makes glaucoma suspect, and by what. */
export function ReportGlaucoma({ report }: { report: FundusReportData }) {
  const { t } = useTranslation(['reports', 'findings'])
  const { glaucoma, glaucoma_signs: signs, confidence, segmentation } = report
  return (
    <div>
      <h2>{t('findings:report.glaucoma')}</h2>
      {glaucoma === null ? (
        <NotMeasured none="undetermined" reason={reasonOf(report.not_measured, 'glaucoma')} />
      ) : (
        <p className="rp-band" data-band={glaucoma}>
          <strong>{t(`findings:glaucoma.${glaucoma}`)}</strong>{' '}
          <Sure confidence={confidence['segmentation.vcdr']} of="ratio" />
        </p>
      )}
      {signs.length > 0 && (
        <p>{signs.map((sign) => t(`findings:glaucoma.sign.${sign}`)).join(t('comma'))}</p>
      )}
      {segmentation.ddls?.size_assumed && <p className="rp-soft">{t('findings:ddls.assumed')}</p>}
    </div>
  )
}
