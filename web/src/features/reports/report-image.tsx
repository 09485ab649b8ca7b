import {
  aroundSection,
  linesInReport,
  reportEntry,
  type PictureLayer,
  type ReportedPicture,
  type ReportPicture,
} from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModality } from '../../modalities/use-modality.ts'
import { OverlayCanvas } from '../../ui/eye-viewer/overlay-canvas.tsx'
import { mapLayers } from '../../ui/findings/layers.ts'
import { Shape } from '../../ui/eye-viewer/shapes.tsx'

interface Props {
  reportNo: string
  photograph: ReportedPicture
  pictures: readonly ReportPicture[]
}

/** A photograph with its findings beside it. Each layer can be switched off. */
export function ReportImage({ reportNo, photograph, pictures }: Props) {
  const { t } = useTranslation(['reports', 'findings'])
  const [off, setOff] = useState<Readonly<Record<string, boolean>>>({})
  const isOff = ({ name, hidden }: PictureLayer) => off[name] ?? hidden ?? false
  const eye = t(`findings:eye.${photograph.eye ?? 'unknown'}`)
  return (
    <div className="rp-pictures">
      {pictures.map(({ name, caption, layers }) => (
        <figure key={name}>
          <Picture
            reportNo={reportNo}
            photograph={photograph}
            layers={layers.filter((layer) => !isOff(layer))}
            alt={layers.length === 0 ? t('photograph', { eye }) : ''}
          />
          <figcaption>
            <span>{caption}</span>
            {layers.map((layer) => (
              <label key={layer.name}>
                <input
                  type="checkbox"
                  checked={!isOff(layer)}
                  onChange={({ target }) => setOff({ ...off, [layer.name]: !target.checked })}
                />
                <span className="rp-swatch" style={{ color: layer.color }} />
                {layer.label}
              </label>
            ))}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}

interface PictureProps {
  reportNo: string
  photograph: ReportedPicture
  layers: readonly PictureLayer[]
  alt: string
}

function Picture({ reportNo, photograph, layers, alt }: PictureProps) {
  const [width, height] = photograph.image_size
  const { key, layers: all } = useModality()
  const maps = new Map(
    mapLayers(all, photograph.overlays).map((mapLayer) => [mapLayer.name, mapLayer]),
  )
  const shapes = linesInReport(reportEntry(key), photograph).filter(({ name }) =>
    layers.some((layer) => layer.name === name),
  )
  return (
    <div className="rp-picture" style={{ aspectRatio: `${width} / ${height}` }}>
      <img src={photograph.image_url} alt={alt} />
      {photograph.section?.box && (
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <path
            className="rp-shade"
            d={aroundSection(photograph.section.box, photograph.image_size)}
            fillRule="evenodd"
          />
        </svg>
      )}
      {layers.map(({ name, label }) => {
        const map = maps.get(name)
        const key = `${reportNo}/${photograph.image_index}`
        return (
          map && (
            <OverlayCanvas key={name} pictureKey={key} layer={map} label={label} width={SHARP_PX} />
          )
        )
      })}
      {shapes.length > 0 && (
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {shapes.map((shape) => (
            <Shape key={shape.name} shape={shape} scale={SHOWN_PX / width} />
          ))}
        </svg>
      )}
    </div>
  )
}

/** About the width of a picture on the sheet. The size of a cross depends on it. */
const SHOWN_PX = 300
/** A phone shows it over its whole width, at three px of its screen for each. */
const SHARP_PX = 1200
