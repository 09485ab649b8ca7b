import { type FundusFindings, reasonOf, ruleTold, wordOfChance } from '@mingmou/contract'
import { Alert, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { Sure } from '../../ui/findings/confidence.tsx'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'

/** The grade with the rule that gave it and the confidence in it, or why there is none. */
export function GradeCard({ findings }: { findings: FundusFindings }) {
  const { t } = useTranslation(['diagnosis', 'findings'])
  const { dr, dr_grade, dr_referable_probability: referable, not_measured, confidence } = findings
  const rule = ruleTold(findings)
  return (
    <section className="dx-card">
      <div className="dx-row">
        <h2>{t('findings:grade.title')}</h2>
        {dr?.referable && <Tag color="warning">{t('findings:dr.referable')}</Tag>}
      </div>
      {dr_grade === null ? (
        <NotMeasured reason={reasonOf(not_measured, 'dr_grade')} />
      ) : (
        <p className="dx-grade" data-grade={dr_grade}>
          {t(`findings:grade.${dr_grade}`)} <Sure confidence={confidence['dr_grade']} />
        </p>
      )}
      {rule && <p>{t('findings:dr.by_rule', { rule: t(`findings:dr.rule.${rule}`) })}</p>}
      {referable !== null && (
        <p>{t(`findings:${wordOfChance(dr !== null)}`, { share: Math.round(referable * 100) })}</p>
      )}
      {dr && !dr.agreed && <Alert type="warning" showIcon title={t('findings:dr.disagree')} />}
      {dr && <Oedema findings={findings} />}
      {dr && dr.not_assessed.length > 0 && (
        <small>
          {t('findings:dr.not_assessed', {
            signs: dr.not_assessed.map((sign) => t(`findings:sign.${sign}`)).join(t('comma')),
          })}
        </small>
      )}
    </section>
  )
}

function Oedema({ findings: { dr, not_measured } }: { findings: FundusFindings }) {
  const { t } = useTranslation('findings')
  const oedema = dr?.macular_oedema ?? null
  if (oedema === null)
    return (
      <p>
        {t('dr.oedema')} <NotMeasured reason={reasonOf(not_measured, 'dr.macular_oedema')} />
      </p>
    )
  return <p className={oedema ? 'dx-caution' : undefined}>{t(`dr.oedema_${oedema}`)}</p>
}
