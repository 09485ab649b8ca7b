import { type AnalysedImage, type Drawable, maskSize, type Point } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { begun } from '../../../lib/calls/begun.ts'
import { showError } from '../../../lib/notices/notices.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { loadPixels } from '../../../ui/eye-viewer/load-image.ts'
import { pixelAt } from '../../../ui/eye-viewer/sketch/sketch-pixels.ts'
import type { Viewer } from '../../../ui/eye-viewer/use-viewer.ts'
import { worded, type Standing } from './standing.ts'

/** Begins a sketch of a layer in the viewer, from what holds of it or from a map. */
export function useBegin(about: {
  image: AnalysedImage
  /** The image's name in the viewer. */
  picture: string
  viewer: Viewer
  drawable: Drawable
  standing: Standing
}) {
  const { image, picture, viewer, drawable } = about
  const { at, holds, isDrawn, unused } = about.standing
  const { name: layer, single = false, place = false } = drawable
  const { t } = useTranslation('analyses')
  const { layers } = useModality()
  const [loading, setLoading] = useState(false)

  const begin = async (from: Standing['map']) => {
    setLoading(true)
    const of = begun()
    try {
      const loaded = at ? placed(image, at) : from && (await loadPixels(from.url))
      const size = loaded?.size ?? maskSize(image)
      const start = loaded?.start.includes(255) ? loaded.start : null
      const counted =
        isDrawn && holds
          ? {
              key: `analyses:${worded(drawable, 'from_drawn')}`,
              values: { clinician: holds.clinician },
            }
          : { key: `analyses:${worded(drawable, 'from_counted')}` }
      const begins = unused && from === unused ? { key: 'analyses:draw.from_unused' } : counted
      viewer.change({
        tool: null,
        lines: {},
        sketch: {
          key: picture,
          layer,
          color: layers.find((known) => known.name === layer)?.color ?? '#fff',
          single,
          size,
          start,
          begins: start === null ? { key: `analyses:${worded(drawable, 'from_nothing')}` } : begins,
          strokes: [],
          held: 0,
          tool: place ? 'place' : 'outline',
          radius: image.width / 100,
          corners: [],
          shift: null,
          cursor: null,
        },
      })
    } catch {
      showError(of(t('draw.load_failed')))
    } finally {
      setLoading(false)
    }
  }
  return { begin, loading }
}

/** A place of the findings as the px of a mask. There the middle of the first px of an image lies at 0. */
function placed(image: AnalysedImage, [x, y]: Point) {
  const size = maskSize(image)
  return { size, start: pixelAt(size, image, [x + 0.5, y + 0.5]) }
}
