import type { FundusReportData } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OverlayCanvas } from '../../ui/eye-viewer/overlay-canvas.tsx'

/** The photograph, and beside it what was found on it: each layer can be taken off. */
export function ReportImage({ report }: { report: FundusReportData }) {
  const { t } = useTranslation(['reports', 'findings'])
  const [off, setOff] = useState<Readonly<Record<string, boolean>>>({})
  const [width, height] = report.image_size
  const shape = { aspectRatio: `${width} / ${height}` }
  const eye = t(`findings:eye.${report.eye ?? 'unknown'}`)
  return (
    <figure className="rp-image">
      <div className="rp-pictures">
        <div className="rp-picture" style={shape}>
          <img src={report.image_url} alt={t('photograph', { eye })} />
        </div>
        {report.overlays.length > 0 && (
          <div className="rp-picture" style={shape}>
            <img src={report.image_url} alt="" />
            {report.overlays
              .filter(({ name }) => !off[name])
              .map(({ name, url, color }) => (
                <OverlayCanvas
                  key={name}
                  pictureKey={`${report.report_no}/${name}`}
                  url={url}
                  color={color}
                  label={t(`findings:overlay.${name}`)}
                />
              ))}
          </div>
        )}
      </div>
      <figcaption>
        {report.overlays.map(({ name, color }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={!off[name]}
              onChange={(event) => setOff({ ...off, [name]: !event.target.checked })}
            />
            <span className="rp-swatch" style={{ background: color }} />
            {t(`findings:overlay.${name}`)}
          </label>
        ))}
        <span className="rp-size">
          {width} × {height} px
        </span>
      </figcaption>
    </figure>
  )
}
