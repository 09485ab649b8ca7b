import { type FundusReportData, reasonOf, wordOfChance } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { Sure } from '../../ui/findings/confidence.tsx'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'

/** The grade with its rule and what it did not look at. */
export function ReportGrade({ report }: { report: FundusReportData }) {
  const { t } = useTranslation(['reports', 'findings'])
  const { DR, not_measured, confidence } = report
  const oedema = DR.macular_oedema
  return (
    <div>
      <h2>{t('findings:grade.title')}</h2>
      <p className="rp-grade" data-grade={DR.stage}>
        {DR.stage === null ? (
          <NotMeasured reason={reasonOf(not_measured, 'DR.stage')} />
        ) : (
          <>
            <strong>{t(`findings:grade.${DR.stage}`)}</strong>{' '}
            <Sure confidence={confidence['DR.stage']} />
          </>
        )}
      </p>
      {DR.rule && <p>{t('findings:dr.by_rule', { rule: t(`findings:dr.rule.${DR.rule}`) })}</p>}
      {DR.referable_probability !== null && (
        <p>
          {t(`findings:${wordOfChance(DR.agreed !== null)}`, {
            share: Math.round(DR.referable_probability * 100),
          })}
          {DR.referable && <> · {t('findings:dr.referable')}</>}
        </p>
      )}
      {DR.agreed === false && <p className="rp-caution">{t('findings:dr.disagree')}</p>}
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
      <h2>{t('glaucoma')}</h2>
      {glaucoma === null ? (
        <NotMeasured reason={reasonOf(report.not_measured, 'glaucoma')} />
      ) : (
        <p className="rp-band" data-band={glaucoma}>
          <strong>{t(`findings:glaucoma.${glaucoma}`)}</strong>{' '}
          <Sure confidence={confidence['glaucoma']} />
        </p>
      )}
      {signs.length > 0 && (
        <p>{signs.map((sign) => t(`findings:glaucoma.sign.${sign}`)).join(t('comma'))}</p>
      )}
      {segmentation.ddls?.size_assumed && <p className="rp-soft">{t('findings:ddls.assumed')}</p>}
    </div>
  )
}
