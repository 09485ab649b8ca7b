import {
  axialText,
  findingMeasures,
  MODALITY,
  OCTA_GROUPS,
  octaFiguresOf,
  type Measure,
  type OctaFindings,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { FiguresCard } from '../../ui/findings/figures.tsx'
import type { CardsProps } from '../view.ts'
import { AxialLength } from './axial-length.tsx'

/** Avascular zone, density and patches of one scan, and the axial length they are corrected by. */
export function OctaCards({
  recordId,
  findings,
  image,
  picture,
  viewer,
}: CardsProps<OctaFindings>) {
  const { t } = useTranslation('findings')
  const figures = octaFiguresOf(findings.scan_mm)
  const layers = [
    ...image.overlays.map(({ name }) => name),
    ...MODALITY.octa.lines(findings).map(({ name }) => name),
  ]
  const shown = {
    canShow: ({ layer }: Measure) => layer !== null && layers.includes(layer),
    onShow: ({ layer }: Measure) => {
      if (layer === null) return
      viewer.showLayer(layer)
      const [spot] = findings.gaps?.spots ?? []
      const at = layer === 'gaps' && spot ? ([spot[0], spot[1]] as const) : findings.fovea_centre
      if (at) viewer.fly(picture, at, image)
    },
  }
  return (
    <>
      <AxialLength
        key={`${picture}/${findings.axial_length_mm}`}
        recordId={recordId}
        image={image}
        findings={findings}
      />
      {OCTA_GROUPS.map((group) => (
        <FiguresCard
          key={group}
          title={t(`octa.group.${group}`)}
          // Millimetres are the figures' own unit here.
          rows={findingMeasures(figures, { ...findings, scale: null }, group)}
          {...shown}
        />
      ))}
      <small className="dx-note">
        {axialText(findings.axial_length_mm, language())}
        {findings.axial_length_mm === null && ` ${t('octa.axial.enter')}`} {t('octa.report.legend')}
      </small>
    </>
  )
}
