import {
  drawingsHeld,
  findingMeasures,
  FUNDUS_FIGURES,
  MODALITY,
  scaleText,
  treatmentsOf,
  type FundusFindings,
  type Lesion,
  type Measure,
} from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { FiguresCard } from '../../ui/findings/figures.tsx'
import type { CardsProps } from '../view.ts'
import { DiscCard } from './disc-card.tsx'
import { GradeCard } from './grade-card.tsx'
import { LesionsCard } from './lesions-card.tsx'

/** Grade, lesions and figures of one photograph. */
export function FundusCards(props: CardsProps<FundusFindings>) {
  const { t } = useTranslation(['analyses', 'findings'])
  const { findings: data, image, treatments } = props
  const onPicture = useShown(props)
  return (
    <>
      <GradeCard
        findings={data}
        judgements={image.judgements}
        treatments={treatmentsOf(treatments, image.eye)}
        place={image}
      />
      <LesionsCard
        findings={data}
        colors={onPicture.colors}
        drawn={
          image.drawn?.state === 'measured'
            ? drawingsHeld(image.drawings).map(({ layer }) => layer)
            : []
        }
        onShow={(lesion) => onPicture.showLesion(lesion)}
      />
      <DiscCard findings={data} eye={image.eye} place={image} {...onPicture.figures} />
      {(['vessel', 'macula'] as const).map((group) => (
        <FiguresCard
          key={group}
          title={t(`findings:group.${group}`)}
          rows={findingMeasures(FUNDUS_FIGURES, data, group)}
          {...onPicture.figures}
        />
      ))}
      <small className="dx-note">
        {scaleText(data, language())} {t('measures.note')}
      </small>
    </>
  )
}

/** What a click on a finding does to the picture. */
function useShown({ findings: data, image, picture: key, viewer }: CardsProps<FundusFindings>) {
  const [flown, setFlown] = useState<Partial<Record<Lesion, number>>>({})
  const { overlays } = image
  const layers = [
    ...overlays.map(({ name }) => name),
    ...MODALITY.fundus.lines(data).map(({ name }) => name),
  ]
  const pointOf = (layer: string) => (layer === 'landmarks' ? data.fovea_centre : null)
  return {
    colors: Object.fromEntries(overlays.map(({ name, color }) => [name, color])),
    /** Flies to the largest first, and to the next with every click. */
    showLesion: (lesion: Lesion) => {
      const spots = data.lesions?.[lesion].spots ?? []
      const turn = (flown[lesion] ?? 0) % Math.max(1, spots.length)
      const spot = spots[turn]
      if (!spot) return
      setFlown({ ...flown, [lesion]: turn + 1 })
      viewer.showLayer(lesion)
      viewer.fly(key, [spot[0], spot[1]], image, spot[2])
    },
    figures: {
      canShow: ({ layer }: Measure) => layer !== null && layers.includes(layer),
      onShow: ({ layer }: Measure) => {
        if (layer === null) return
        viewer.showLayer(layer)
        const point = ABOUT_DISC.has(layer) ? data.disc_centre : pointOf(layer)
        if (point) viewer.fly(key, point, image)
      },
    },
  }
}

/** Layers that are seen best with the disc in the middle. */
const ABOUT_DISC = new Set(['outlines', 'disc', 'cup'])
