import {
  type Eye,
  findingMeasures,
  FUNDUS_FIGURES,
  type FundusFindings,
  glaucomaElsewhere,
  type Measure,
  type ReportedEye,
  reasonOf,
  sayIn,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { Sure } from '../../ui/findings/confidence.tsx'
import { Figures } from '../../ui/findings/figures.tsx'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'
import { RimProfile } from './rim-profile.tsx'

interface Props {
  findings: FundusFindings
  /** The finding with the clinician's correction, if there is one. */
  eye: Eye | null
  /** Which photograph of the sitting it is, and its eye by all of them. */
  place?: { image_index: number; of_eye: ReportedEye | null }
  onShow: (measure: Measure) => void
  canShow: (measure: Measure) => boolean
}

/** Disc, cup and rim, and the suspicion they raise. */
export function DiscCard({ findings, eye, place, onShow, canShow }: Props) {
  const { t } = useTranslation(['analyses', 'findings'])
  const { disc, glaucoma, not_measured, confidence } = findings
  const here = { image_index: place?.image_index ?? 0, glaucoma: glaucoma?.band ?? null }
  return (
    <section className="dx-card">
      <h2>{t('findings:group.disc')}</h2>
      {glaucoma ? (
        <p className="dx-band" data-band={glaucoma.band}>
          {t('findings:glaucoma.label', { band: t(`findings:glaucoma.${glaucoma.band}`) })}{' '}
          <Sure confidence={confidence['vcdr']} of="ratio" />
        </p>
      ) : (
        <p>
          {t('findings:glaucoma.title')}{' '}
          <NotMeasured none="undetermined" reason={reasonOf(not_measured, 'glaucoma')} />
        </p>
      )}
      {glaucomaElsewhere(here, place?.of_eye ?? null, sayIn(language())).map((text) => (
        <p key={text} className="dx-caution">
          {text}
        </p>
      ))}
      {glaucoma && <small>{t('findings:glaucoma.table')}</small>}
      {glaucoma && glaucoma.signs.length > 0 && (
        <p>{glaucoma.signs.map((sign) => t(`findings:glaucoma.sign.${sign}`)).join(t('comma'))}</p>
      )}
      <div className="dx-disc">
        <Figures
          rows={findingMeasures(FUNDUS_FIGURES, findings, 'disc')}
          onShow={onShow}
          canShow={canShow}
        />
        {disc?.rim && (
          <figure>
            <RimProfile rim={disc.rim} ddls={disc.ddls} eye={eye} />
            <figcaption>{t('findings:rim.title')}</figcaption>
          </figure>
        )}
      </div>
      {disc?.ddls && (
        <small>
          {t(`findings:ddls.${disc.ddls.size_assumed ? 'assumed' : disc.ddls.size}`)}
          {disc.isnt !== null && t(`findings:rim.isnt_${disc.isnt}`)}
        </small>
      )}
    </section>
  )
}
