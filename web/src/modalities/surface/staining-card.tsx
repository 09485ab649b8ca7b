import {
  foundName,
  isTrusted,
  outlineText,
  reasonOf,
  type SurfaceFindings,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'

/** Whether there is staining and of which kind, and its two grades with the rule of each. */
export function StainingCard({ findings }: { findings: SurfaceFindings }) {
  const { t } = useTranslation('findings')
  const { lesion_bool, lesion_type, not_measured } = findings
  return (
    <section className="dx-card">
      <h2>{t('surface.group.staining')}</h2>
      <OutlineTrust findings={findings} />
      {lesion_bool === null ? (
        <NotMeasured none="undetermined" reason={reasonOf(not_measured, 'lesion_bool')} />
      ) : (
        <>
          <p className={lesion_bool ? 'dx-grade dx-caution' : 'dx-grade'}>
            {t(foundName(findings))}
          </p>
          {lesion_bool && lesion_type !== null && (
            <p>
              {t('surface.type.title')} <strong>{t(`surface.type.${lesion_type}`)}</strong>
            </p>
          )}
          <Grade findings={findings} of="grade" />
          <Grade findings={findings} of="severity" />
        </>
      )}
    </section>
  )
}

/** How far the outline can be trusted, before what rests on it. */
function OutlineTrust({ findings }: { findings: SurfaceFindings }) {
  const { t, i18n } = useTranslation('findings')
  const text = outlineText(findings, i18n.language === 'en' ? 'en' : 'zh-CN')
  if (!text) return null
  return (
    <p
      data-outline={findings.outline?.trust ?? 'unchecked'}
      className={isTrusted(findings) ? undefined : 'dx-caution'}
    >
      {t('surface.outline.title')} <strong>{text.trust}</strong>
      {text.doubts !== '' && ` ${text.doubts}`}
      <small className="sf-rule">{text.rule}</small>
    </p>
  )
}

function Grade({ findings, of }: { findings: SurfaceFindings; of: 'grade' | 'severity' }) {
  const { t } = useTranslation('findings')
  const { not_measured } = findings
  const place = `lesion_${of}` as const
  const grade = findings[place]
  return (
    <p data-grade={grade}>
      {t(`surface.measure.${place}`)}{' '}
      {grade === null ? (
        <NotMeasured none="undetermined" reason={reasonOf(not_measured, place)} />
      ) : (
        <strong>{t(`surface.${of}.${grade}`)}</strong>
      )}
      <small className="sf-rule">{t(`surface.${of}.rule`)}</small>
    </p>
  )
}
