import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Controls } from './keys/view-controls.ts'
import { layerKey, layersOf } from './keys/layer-keys.ts'
import { DEFAULT_OPACITY, isOn } from './viewer-state.ts'
import type { Layer } from './viewer-image.ts'

/**
 * Every layer with its colour, switch and, on demand, opacity. It is shown before there are layers,
 * and keeps the room of the layers that an analysis takes away and brings back, so that nothing moves.
 */
export function LayersPanel({ viewer, images }: Controls) {
  const { t } = useTranslation(['viewer', 'findings'])
  const [sliders, setSliders] = useState(false)
  const layers = layersOf(images)
  const [last, setLast] = useState(layers)
  if (layers.length > 0 && names(layers) !== names(last)) setLast(layers)
  const gone = layers.length === 0
  const { state, change } = viewer

  const chip = (layer: Layer) => {
    const { name, color, outline } = layer
    const label = t(`findings:overlay.${name}`)
    const key = layerKey(images, layer)
    const opacity = state.opacity[name] ?? DEFAULT_OPACITY
    return (
      <span key={name} className="ev-layer" data-gone={gone || undefined}>
        <label title={key ? `${label} (${key})` : label}>
          <input
            type="checkbox"
            disabled={!state.overlays}
            checked={isOn(state, layer)}
            onChange={() => viewer.toggle(layer)}
          />
          <span className="ev-swatch" data-outline={outline || undefined} style={{ color }} />
          {label}
        </label>
        {sliders && (
          <input
            type="range"
            min={0.1}
            max={1}
            step={0.1}
            value={opacity}
            disabled={!state.overlays || !isOn(state, layer)}
            aria-label={t('opacity_of', { layer: label })}
            aria-valuetext={`${Math.round(opacity * 100)}%`}
            onChange={(event) =>
              change({ opacity: { ...state.opacity, [name]: event.target.valueAsNumber } })
            }
          />
        )}
      </span>
    )
  }

  return (
    <fieldset className="ev-layers">
      <legend className="ev-hidden">{t('layers')}</legend>
      <label className="ev-layer">
        <input
          type="checkbox"
          checked={state.overlays}
          disabled={gone}
          onChange={(event) => change({ overlays: event.target.checked })}
        />
        {t(gone ? 'no_overlays' : 'overlays')}
      </label>
      {(gone ? last : layers).map(chip)}
      {last.length > 0 && (
        <button
          type="button"
          className="ev-tool ev-sliders"
          data-gone={gone || undefined}
          aria-pressed={sliders}
          onClick={() => setSliders(!sliders)}
        >
          {t('opacity_short')}
        </button>
      )}
    </fieldset>
  )
}

const names = (layers: Layer[]) => layers.map(({ name }) => name).join()
