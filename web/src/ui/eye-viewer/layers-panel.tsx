import { useTranslation } from 'react-i18next'
import { type Controls, layersOf } from './keys.ts'
import { DEFAULT_OPACITY } from './viewer-state.ts'

/** Every layer with its colour, switch and opacity; there before any layer is, so that nothing moves. */
export function LayersPanel({ viewer, images }: Controls) {
  const { t } = useTranslation(['viewer', 'findings'])
  const layers = layersOf(images)
  const { state, change } = viewer
  return (
    <fieldset className="ev-layers">
      <legend className="ev-hidden">{t('layers')}</legend>
      <label className="ev-layer">
        <input
          type="checkbox"
          checked={state.overlays}
          disabled={layers.length === 0}
          onChange={(event) => change({ overlays: event.target.checked })}
        />
        {t(layers.length === 0 ? 'no_overlays' : 'overlays')}
      </label>
      {layers.map(({ name, color }) => {
        const label = t(`findings:overlay.${name}`)
        const opacity = state.opacity[name] ?? DEFAULT_OPACITY
        return (
          <span key={name} className="ev-layer">
            <label>
              <input
                type="checkbox"
                disabled={!state.overlays}
                checked={!state.off[name]}
                onChange={(event) =>
                  change({ off: { ...state.off, [name]: !event.target.checked } })
                }
              />
              <span className="ev-swatch" style={{ background: color }} />
              {label}
            </label>
            <input
              type="range"
              min={0.1}
              max={1}
              step={0.1}
              value={opacity}
              disabled={!state.overlays || state.off[name]}
              aria-label={t('opacity_of', { layer: label })}
              aria-valuetext={`${Math.round(opacity * 100)}%`}
              onChange={(event) =>
                change({ opacity: { ...state.opacity, [name]: event.target.valueAsNumber } })
              }
            />
          </span>
        )
      })}
    </fieldset>
  )
}
