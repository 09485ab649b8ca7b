import type { ReportData } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OverlayCanvas } from '../../ui/eye-viewer/overlay-canvas.tsx'
import { Shape } from '../../ui/eye-viewer/shapes.tsx'
import type { Layer } from '../../ui/eye-viewer/viewer-state.ts'
import { useModality } from '../../modalities/use-modality.ts'

/** The photograph, and beside it what was found on it: each layer can be taken off. */
export function ReportImage({ report }: { report: ReportData }) {
  const { t } = useTranslation(['reports', 'findings'])
  const [off, setOff] = useState<Readonly<Record<string, boolean>>>({})
  const isOff = ({ name, hidden }: Layer) => off[name] ?? hidden ?? false
  const [width, height] = report.image_size
  const shape = { aspectRatio: `${width} / ${height}` }
  const eye = t(`findings:eye.${report.eye ?? 'unknown'}`)
  const pictures = useModality().view.report.pictures(report)
  const layers: Layer[] = pictures.flatMap(({ overlays, shapes }) => [...overlays, ...shapes])
  return (
    <figure className="rp-image">
      <div className="rp-pictures">
        <div className="rp-picture" style={shape}>
          <img src={report.image_url} alt={t('photograph', { eye })} />
        </div>
        {pictures.map((picture) => (
          <div key={picture.name} className="rp-picture" style={shape}>
            <img src={report.image_url} alt="" />
            {picture.overlays
              .filter((layer) => !isOff(layer))
              .map((layer) => (
                <OverlayCanvas
                  key={layer.name}
                  pictureKey={report.report_no}
                  layer={layer}
                  label={t(`findings:overlay.${layer.name}`)}
                />
              ))}
            {picture.shapes.length > 0 && (
              <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
                {picture.shapes
                  .filter((layer) => !isOff(layer))
                  .map((one) => (
                    <Shape key={one.name} shape={one} scale={SHOWN_PX / width} />
                  ))}
              </svg>
            )}
          </div>
        ))}
      </div>
      <figcaption>
        {layers.map((layer) => (
          <label key={layer.name}>
            <input
              type="checkbox"
              checked={!isOff(layer)}
              onChange={({ target }) => setOff({ ...off, [layer.name]: !target.checked })}
            />
            <span
              className="rp-swatch"
              data-outline={layer.outline || undefined}
              style={{ color: layer.color }}
            />
            {t(`findings:overlay.${layer.name}`)}
          </label>
        ))}
        <span className="rp-size">
          {report.image_count > 1 &&
            `${t('findings:report.photograph_of', { n: `${report.image_index + 1}/${report.image_count}` })} · `}
          {width} × {height} px
        </span>
      </figcaption>
    </figure>
  )
}

/** About the width of a picture on the sheet: what a cross is measured by. */
const SHOWN_PX = 300
