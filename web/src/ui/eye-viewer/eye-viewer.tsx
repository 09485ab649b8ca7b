import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '../../lib/keys/use-keys.ts'
import type { Controls } from './keys/view-controls.ts'
import { press } from './keys/keys.ts'
import { LayersPanel } from './layers-panel.tsx'
import { Pane } from './pane.tsx'
import { type Stack, StackedPanes } from './stacked-panes.tsx'
import { Toolbar } from './toolbar.tsx'
import { SketchBar } from './sketch/sketch-bar.tsx'
import { pressInSketch } from './sketch/sketch-keys.ts'
import { type OtherKey, ViewerHelp } from './viewer-help.tsx'
import type { Viewer } from './use-viewer.ts'
import type { ViewerImage } from './viewer-image.ts'
import './eye-viewer.css'

interface Props {
  /** One picture, or two: OD left and OS right. */
  images: readonly ViewerImage[]
  viewer: Viewer
  /** Fetches the images' addresses again, as they end after a while. */
  onStale: () => void
  toggleTwo?: (() => void) | undefined
  /** No maps are laid over these pictures, now or later. */
  bare?: boolean
  /** Two pictures in one place, the second upon the first. Without it they lie beside each other. */
  stack?: Stack | undefined
  /** What the page does with a drawing that is being made. */
  sketchActions?: ReactNode
  /** Keys of the surrounding page, for the help. */
  more: readonly OtherKey[]
  /** Key of the picture that the surrounding page refers to, where there are two. */
  active?: string
  onActivate?: (key: string) => void
}

/** Photographs with their findings on top, side by side and linked. */
export function EyeViewer(props: Props) {
  const { images, viewer, onStale, toggleTwo, more, active, onActivate, stack } = props
  const { t } = useTranslation('viewer')
  const panes = useFocusAtFirst()
  const controls: Controls = { viewer, images, toggleTwo }

  const section = useRef<HTMLElement>(null)
  useKeys((event) => {
    const { target } = event
    if (target !== document.body && !section.current?.contains(target as Node | null)) return
    if (pressInSketch(event, controls)) {
      event.preventDefault()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const inSlider = target instanceof HTMLInputElement && event.key.startsWith('Arrow')
    if (!inSlider && press(event, controls)) event.preventDefault()
  })

  const pane = (image: ViewerImage) => (
    <Pane
      key={image.key}
      image={image}
      images={images}
      viewer={viewer}
      active={images.length > 1 && image.key === active}
      onActivate={() => {
        if (image.key !== active) onActivate?.(image.key)
      }}
      onStale={onStale}
    />
  )
  const [lower, upper] = images
  const { sketch } = viewer.state
  const drawnOn = images.find(({ key }) => key === sketch?.key)
  const sketched = sketch && drawnOn ? { sketch, image: drawnOn } : null

  return (
    <section ref={section} className="ev" aria-label={t('viewer')}>
      <Toolbar {...controls} />
      {sketched && (
        <SketchBar viewer={viewer} sketch={sketched.sketch} image={sketched.image}>
          {props.sketchActions}
        </SketchBar>
      )}
      <div
        ref={panes}
        className="ev-panes"
        role="application"
        tabIndex={0}
        aria-label={images.map((image) => image.label).join(', ')}
        aria-describedby="ev-keys-hint"
      >
        {stack && lower && upper ? (
          <StackedPanes
            stack={stack}
            labels={[lower.label, upper.label]}
            lower={pane(lower)}
            upper={pane(upper)}
          />
        ) : (
          images.map(pane)
        )}
      </div>
      <p id="ev-keys-hint" className="ev-hidden">
        {t('keys_hint')}
      </p>
      {/* Who draws sees no maps, and needs the room. */}
      {!sketched && !props.bare && <LayersPanel {...controls} />}
      <ViewerHelp
        open={viewer.state.help}
        images={images}
        more={more}
        onClose={() => viewer.change({ help: false })}
      />
      <svg className="ev-hidden" aria-hidden="true">
        <filter id="ev-red-free" colorInterpolationFilters="sRGB">
          <feColorMatrix values="0 1 0 0 0  0 1 0 0 0  0 1 0 0 0  0 0 0 1 0" />
        </filter>
      </svg>
    </section>
  )
}

/** Keys reach the pictures at once, unless something else has the focus. */
function useFocusAtFirst() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [])
  return ref
}
