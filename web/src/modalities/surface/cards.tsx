import {
  findingMeasures,
  MODALITY,
  SURFACE_FIGURES,
  type Measure,
  type SurfaceFindings,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { FiguresCard } from '../../ui/findings/figures.tsx'
import type { CardsProps } from '../view.ts'
import { RegionsCard } from './regions-card.tsx'
import { StainingCard } from './staining-card.tsx'

/** Staining, grades, the five parts of the cornea and the figures of one photograph. */
export function SurfaceCards({ findings, image, picture, viewer }: CardsProps<SurfaceFindings>) {
  const { t } = useTranslation('findings')
  const layers = [
    ...image.overlays.map(({ name }) => name),
    ...MODALITY.surface.lines(findings).map(({ name }) => name),
  ]
  const shown = {
    canShow: ({ layer }: Measure) => layer !== null && layers.includes(layer),
    onShow: ({ layer }: Measure) => {
      if (layer === null) return
      viewer.showLayer(layer)
      const [spot] = findings.staining?.spots ?? []
      if (layer !== 'cornea' && spot) viewer.fly(picture, [spot[0], spot[1]], image, spot[2])
      else if (findings.cornea) viewer.fly(picture, findings.cornea.centre, image)
    },
  }
  return (
    <>
      <StainingCard findings={findings} />
      <RegionsCard findings={findings} />
      {(['staining', 'cornea'] as const).map((group) => (
        <FiguresCard
          key={group}
          title={t(`surface.figures.${group}`)}
          rows={findingMeasures(SURFACE_FIGURES, findings, group)}
          {...shown}
        />
      ))}
      <small className="dx-note">{t('surface.report.legend')}</small>
    </>
  )
}
