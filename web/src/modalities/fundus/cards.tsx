import { scaleText, type Lesion, type Measure } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/i18n.ts'
import type { CardsProps } from '../view.ts'
import { DiscCard } from './disc-card.tsx'
import { FiguresCard } from './figures-card.tsx'
import { GradeCard } from './grade-card.tsx'
import { LesionsCard } from './lesions-card.tsx'
import { findingShapes } from './shapes.ts'

/** Grade, lesions and figures of one photograph. */
export function FundusCards(props: CardsProps) {
  const { t } = useTranslation('analyses')
  const { findings: data, image } = props
  const onPicture = useShown(props)
  return (
    <>
      <GradeCard findings={data} />
      <LesionsCard
        findings={data}
        colors={onPicture.colors}
        onShow={(lesion) => onPicture.showLesion(lesion)}
      />
      <DiscCard findings={data} eye={image.eye} {...onPicture.figures} />
      <FiguresCard findings={data} group="vessel" {...onPicture.figures} />
      <FiguresCard findings={data} group="macula" {...onPicture.figures} />
      <small className="dx-note">
        {scaleText(data, language())} {t('measures.note')}
      </small>
    </>
  )
}

/** The effect of a click on a finding. */
function useShown({ findings: data, image, picture: key, viewer }: CardsProps) {
  const [flown, setFlown] = useState<Partial<Record<Lesion, number>>>({})
  const { overlays } = image
  const layers = [
    ...overlays.map(({ name }) => name),
    ...findingShapes(data).map(({ name }) => name),
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
