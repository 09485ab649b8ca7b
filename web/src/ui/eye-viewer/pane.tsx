import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { place, prepare } from './draw.ts'
import { RulerLayer } from './ruler/ruler-layer.tsx'
import { ShapeLayer } from './shape-layer.tsx'
import { SketchLayer } from './sketch/sketch-layer.tsx'
import { useHand } from './sketch/use-hand.ts'
import { usePaneGestures } from './use-pane-gestures.ts'
import { usePictures } from './use-pictures.ts'
import { DEFAULT_OPACITY, isOn, type ViewerState, viewOf } from './viewer-state.ts'
import type { Layer, ViewerImage } from './viewer-image.ts'
import type { Viewer } from './use-viewer.ts'
import { FIT, scaleOf } from './view.ts'
import { useSize } from './use-size.ts'

interface Props {
  image: ViewerImage
  /** All panes, so that the linked ones follow. */
  images: readonly ViewerImage[]
  viewer: Viewer
  active: boolean
  onActivate: () => void
  /** Fetches the image's addresses again. */
  onStale: () => void
}

/** One eye: the photograph, the maps over it, and the ruler over both. */
export function Pane({ image, images, viewer, active, onActivate, onStale }: Props) {
  const { t } = useTranslation('viewer')
  const { state } = viewer
  const view = viewOf(state, image)
  const sketch = state.sketch?.key === image.key ? state.sketch : null
  // Who draws sees the photograph: maps would lie over it, lines do not.
  const shown = (layer: Layer) =>
    state.overlays && isOn(state, layer) && !(sketch && 'maps' in layer)
  const pictures = usePictures(image, shown)
  const stage = useRef<HTMLDivElement>(null)
  const size = useSize(stage)
  const photograph = useRef<HTMLCanvasElement>(null)
  const maps = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    if (!size || !photograph.current || !maps.current) return
    const below = prepare(photograph.current, size)
    const above = prepare(maps.current, size)
    if (!below || !above || !pictures.base) return
    place(below, pictures.base, view, image, size)
    for (const overlay of image.overlays) {
      const map = pictures.overlays.get(overlay.name)
      if (!map || !shown(overlay)) continue
      above.globalAlpha = state.opacity[overlay.name] ?? DEFAULT_OPACITY
      place(above, map, view, image, size)
    }
  })

  const hand = useHand()

  const gestures = usePaneGestures(stage, { image, images, viewer, size, sketch, hand })
  return (
    <figure className="ev-pane" data-active={active || undefined} onPointerDown={onActivate}>
      <div
        ref={stage}
        className={state.tool || sketch ? 'ev-stage ev-measuring' : 'ev-stage'}
        onDoubleClick={() => {
          if (!sketch) viewer.move(images, image, FIT)
        }}
        {...gestures}
      >
        <canvas ref={photograph} style={{ filter: filterOf(state) }} />
        <canvas ref={maps} role="img" aria-label={image.label} />
        {size && <ShapeLayer image={image} state={state} shown={shown} view={view} pane={size} />}
        {size && sketch && (
          <SketchLayer sketch={sketch} live={hand.live} image={image} view={view} pane={size} />
        )}
        {size && <RulerLayer image={image} state={state} view={view} pane={size} />}
        {!pictures.base && !pictures.failed && <p className="ev-note">{t('loading')}</p>}
      </div>
      {pictures.failed && (
        <div role="alert" className={pictures.base ? 'ev-alert ev-alert-small' : 'ev-alert'}>
          <p>{pictures.base ? t('overlay_failed') : t('image_failed')}</p>
          <button
            type="button"
            onClick={() => {
              onStale()
              pictures.again()
            }}
          >
            {t('retry')}
          </button>
        </div>
      )}
      <figcaption className="ev-caption">
        <span>{image.label}</span>
        {size && <span className="ev-zoom">{percent(scaleOf(view, image, size))}</span>}
      </figcaption>
    </figure>
  )
}

function percent(scale: number): string {
  return `${(scale * 100).toFixed(scale < 0.1 ? 1 : 0)}%`
}

function filterOf({ redFree, brightness, contrast }: ViewerState): string {
  const steps = redFree ? ['url(#ev-red-free)'] : []
  if (brightness !== 1) steps.push(`brightness(${brightness})`)
  if (contrast !== 1) steps.push(`contrast(${contrast})`)
  return steps.join(' ')
}
