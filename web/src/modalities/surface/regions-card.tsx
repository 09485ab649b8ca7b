import { reasonOf, type SurfaceFindings } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { Sure } from '../../ui/findings/confidence.tsx'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'
import { CorneaMap } from './cornea-map.tsx'

/** The scores of the five parts of the cornea and their total. */
export function RegionsCard({ findings }: { findings: SurfaceFindings }) {
  const { t } = useTranslation('findings')
  const { lesion_region, staining, not_measured, confidence } = findings
  if (!lesion_region || !staining) return null
  const { total, central } = lesion_region
  const zone = central === null ? 'hidden' : staining.central
  return (
    <section className="dx-card">
      <h2>{t('surface.nei.title')}</h2>
      <div className="sf-regions">
        <div>
          <p className="dx-grade" data-total={total}>
            {total === null ? (
              <NotMeasured
                none="undetermined"
                reason={reasonOf(not_measured, 'lesion_region.total')}
              />
            ) : (
              <>
                {t('surface.nei.total', { total })}{' '}
                <Sure confidence={confidence['lesion_region.total']} />
              </>
            )}
          </p>
          <p className={zone === true ? 'dx-caution' : undefined}>
            {t(`surface.nei.central_${zone}`)}
          </p>
          <small className="sf-rule">{t('surface.nei.rule')}</small>
        </div>
        <CorneaMap findings={findings} />
      </div>
    </section>
  )
}
