import { type AnalysedImage, maskOf } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmDiscard } from '../../../ui/dialogs/confirm-discard.ts'
import { isChanged, type Sketch } from '../../../ui/eye-viewer/sketch/sketch.ts'
import { pixelsOfSketch } from '../../../ui/eye-viewer/sketch/sketch-pixels.ts'
import type { Viewer } from '../../../ui/eye-viewer/use-viewer.ts'
import { newestOf } from './standing.ts'
import { useDraw } from '../actions.ts'

interface Props {
  recordId: string
  image: AnalysedImage
  sketch: Sketch
  viewer: Viewer
}

/** Saves or discards what is drawn. What a colleague drew meanwhile is named before it is replaced. */
export function SketchActions({ recordId, image, sketch, viewer }: Props) {
  const { t } = useTranslation('analyses')
  const { layer } = sketch
  const newest = newestOf(image, layer)
  const [seen, setSeen] = useState(newest?.drawing_id ?? null)
  const save = useDraw(t('draw.done'))
  const theirs = newest && newest.drawing_id !== seen && !save.isPending ? newest : null
  const discard = useConfirmDiscard()
  // That there is none is said by clearing it, not by drawing nothing.
  const isBlank = sketch.start === null && !isChanged(sketch)
  const close = () => viewer.change({ sketch: null })
  return (
    <>
      {theirs && (
        <span role="alert" className="ev-theirs">
          {t('draw.meanwhile', { clinician: theirs.clinician })}
          <button type="button" className="ev-tool" onClick={() => setSeen(theirs.drawing_id)}>
            {t('draw.seen')}
          </button>
        </span>
      )}
      <button
        type="button"
        className="ev-tool"
        onClick={() => (isChanged(sketch) ? discard(t('draw.card'), close) : close())}
      >
        {t('draw.cancel')}
      </button>
      <button
        type="button"
        className="ev-tool"
        data-main
        disabled={save.isPending || theirs !== null || sketch.corners.length > 0 || isBlank}
        onClick={() =>
          save.mutate(
            {
              analysis_record_id: recordId,
              image_index: image.image_index,
              layer,
              mask: maskOf(sketch.size, pixelsOfSketch(sketch, image)),
              replaces: seen,
            },
            { onSuccess: close },
          )
        }
      >
        {t(
          save.isPending
            ? 'draw.saving'
            : sketch.tool === 'place'
              ? 'draw.place.save'
              : 'draw.save',
        )}
      </button>
    </>
  )
}
