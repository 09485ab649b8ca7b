import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type Controls, press } from './keys.ts'
import { LayersPanel } from './layers-panel.tsx'
import { Pane } from './pane.tsx'
import { Toolbar } from './toolbar.tsx'
import { type OtherKey, ViewerHelp } from './viewer-help.tsx'
import type { Viewer, ViewerImage } from './viewer-state.ts'
import './eye-viewer.css'

interface Props {
  /** One picture, or two: OD left and OS right. */
  images: readonly ViewerImage[]
  viewer: Viewer
  /** Asks for the images' addresses anew; they end after a while. */
  onStale: () => void
  toggleTwo?: (() => void) | undefined
  /** Keys of the page around, for the help. */
  more: readonly OtherKey[]
  /** Of two pictures: key of the one that the page around speaks of. */
  active?: string
  onActivate?: (key: string) => void
}

/** Photographs with what was found over them, side by side and linked. */
export function EyeViewer({ images, viewer, onStale, toggleTwo, more, active, onActivate }: Props) {
  const { t } = useTranslation('viewer')
  const panes = useFocusAtFirst()
  const controls: Controls = { viewer, images, toggleTwo }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const inSlider = event.target instanceof HTMLInputElement && event.key.startsWith('Arrow')
    if (!inSlider && press(event, controls)) event.preventDefault()
  }

  return (
    <section className="ev" aria-label={t('viewer')} onKeyDown={onKeyDown}>
      <Toolbar {...controls} />
      <div
        ref={panes}
        className="ev-panes"
        role="application"
        tabIndex={0}
        aria-label={images.map((image) => image.label).join(', ')}
        aria-describedby="ev-keys-hint"
      >
        {images.map((image) => (
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
        ))}
      </div>
      <p id="ev-keys-hint" className="ev-hidden">
        {t('keys_hint')}
      </p>
      <LayersPanel {...controls} />
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

/** Keys go to the pictures at once, unless the person is somewhere already. */
function useFocusAtFirst() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [])
  return ref
}
