import { MODALITY, type DiabeticPhotograph } from '@mingmou/contract'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OverlayCanvas } from '../../ui/eye-viewer/overlay-canvas.tsx'
import { mapLayers } from '../../ui/findings/layers.ts'

/** The photograph, with the counted lesions over it while they are wanted. */
export function Picture(props: {
  photograph: DiabeticPhotograph
  pictureKey: string
  name: string
}) {
  const { t } = useTranslation(['trial', 'findings'])
  const [shown, setShown] = useState(true)
  const { photograph, pictureKey, name } = props
  const [isLarge, setLarge] = useState(false)
  const [width, height] = photograph.image_size
  const layers = mapLayers(MODALITY.fundus.layers, photograph.overlays).filter(
    ({ hidden }) => !hidden,
  )
  const picture = (
    <div className="trial-picture" style={{ aspectRatio: `${width} / ${height}` }}>
      <img src={photograph.image_url} alt={name} loading="lazy" />
      {shown &&
        layers.map((layer) => (
          <OverlayCanvas
            key={layer.name}
            pictureKey={`trial/${pictureKey}`}
            layer={layer}
            label={t(`findings:overlay.${layer.name}`)}
          />
        ))}
    </div>
  )
  return (
    <figure>
      <button
        type="button"
        className="trial-enlarge"
        aria-label={t('report.enlarge', { name })}
        onClick={() => setLarge(true)}
      >
        {picture}
      </button>
      {isLarge && (
        <Modal
          open
          centered
          title={name}
          footer={null}
          width={`min(96vw, calc(84 * var(--page-height) / 100 * ${width / height}))`}
          closable={{ 'aria-label': t('common:action.close') }}
          onCancel={() => setLarge(false)}
        >
          {picture}
        </Modal>
      )}
      {layers.length > 0 && (
        <figcaption>
          <label>
            <input
              type="checkbox"
              checked={shown}
              onChange={({ target }) => setShown(target.checked)}
            />
            {t('report.lesions')}
          </label>
          {layers.map(({ name: layer, color }) => (
            <span key={layer}>
              <i style={{ background: color }} /> {t(`findings:overlay.${layer}`)}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}
