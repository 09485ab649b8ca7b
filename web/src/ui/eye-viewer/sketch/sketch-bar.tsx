import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { closed, placeOf, redone, type Sketch, toolsOf, undone, withStroke } from './sketch.ts'
import type { Size } from '../view.ts'
import type { Viewer } from '../use-viewer.ts'

interface Props {
  viewer: Viewer
  sketch: Sketch
  image: Size
  /** What the page does with the drawing. */
  children: ReactNode
}

/** The tools of a drawing that is being made. */
export function SketchBar({ viewer, sketch, image, children }: Props) {
  const { t } = useTranslation(['viewer', 'findings'])
  const { tool, corners, held, strokes, radius } = sketch
  const bar = useRef<HTMLDivElement>(null)
  // On a phone the button that begins lies far below the picture.
  useEffect(() => {
    // Chromium answers with a promise, which is no clean-up.
    bar.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const button = (name: string, onClick: () => void, disabled = false, on?: boolean) => (
    <button
      key={name}
      type="button"
      className="ev-tool"
      aria-pressed={on}
      disabled={disabled}
      onClick={onClick}
    >
      {t(`sketch.${name}`)}
    </button>
  )
  return (
    <div ref={bar} className="ev-toolbar ev-sketch" role="toolbar" aria-label={t('sketch.tools')}>
      <strong>
        {t(tool === 'place' ? 'sketch.title_place' : 'sketch.title', {
          layer: t(`findings:overlay.${sketch.layer}`),
        })}
      </strong>
      {tool === 'place' && <PlaceStatus sketch={sketch} image={image} />}
      {toolsOf(sketch).map((offered) =>
        button(
          offered,
          () => viewer.draw((now) => ({ ...now, tool: offered, corners: [] })),
          false,
          tool === offered,
        ),
      )}
      {tool === 'outline' && button('close', () => viewer.draw(closed), corners.length < 3)}
      {(tool === 'brush' || tool === 'erase') && (
        <BrushSize radius={radius} width={image.width} viewer={viewer} />
      )}
      <i />
      {button('undo', () => viewer.draw(undone), held === 0 && corners.length === 0)}
      {button('redo', () => viewer.draw(redone), held === strokes.length)}
      {button(
        tool === 'place' ? 'none' : 'clear',
        () => viewer.draw((now) => withStroke(now, { tool: 'clear' })),
        false,
        tool === 'place' ? isNone(sketch) : undefined,
      )}
      <b />
      {children}
      <span className="ev-begins">{t(sketch.begins.key, { ...sketch.begins.values })}</span>
      <p>{t(`sketch.hint_${tool}`)}</p>
    </div>
  )
}

function BrushSize({
  radius,
  width,
  viewer,
}: Pick<Sketch, 'radius'> & Pick<Size, 'width'> & Pick<Props, 'viewer'>) {
  const { t } = useTranslation('viewer')
  return (
    <label className="ev-slider">
      {t('sketch.size')}
      <input
        type="range"
        min={width / 1000}
        max={width / 20}
        step={width / 1000}
        value={radius}
        aria-valuetext={`${Math.round(2 * radius)} px`}
        onChange={({ target }) => viewer.draw((now) => ({ ...now, radius: target.valueAsNumber }))}
      />
    </label>
  )
}

/** Where the place is, for whoever does not see it. */
function PlaceStatus({ sketch, image }: Pick<Props, 'sketch' | 'image'>) {
  const { t } = useTranslation('viewer')
  const at = placeOf(sketch, image)
  const [x, y] = (at ?? []).map(Math.round)
  const none = isNone(sketch) ? 'sketch.none' : 'sketch.nowhere'
  return <span role="status">{at ? t('sketch.at', { x, y }) : t(none)}</span>
}

/** Whether it was said that there is none. */
const isNone = ({ strokes, held }: Sketch) => strokes[held - 1]?.tool === 'clear'
