import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { layerKey, layersOf } from './keys/layer-keys.ts'
import { SHORTCUTS } from './keys/shortcuts.ts'
import type { ViewerImage } from './viewer-image.ts'

export interface OtherKey {
  shown: string
  text: string
}

interface Props {
  open: boolean
  images: readonly ViewerImage[]
  more: readonly OtherKey[]
  onClose: () => void
}

/** Every key, with those of the present layers. */
export function ViewerHelp({ open, images, more, onClose }: Props) {
  const { t } = useTranslation(['viewer', 'findings'])
  const layers = layersOf(images).map((layer) => ({ ...layer, key: layerKey(images, layer) }))
  return (
    <Modal open={open} onCancel={onClose} footer={null} title={t('help_title')} destroyOnHidden>
      <table className="ev-keys">
        <tbody>
          {more.map(({ shown, text }) => (
            <tr key={shown}>
              <td>
                <kbd>{shown}</kbd>
              </td>
              <td>{text}</td>
            </tr>
          ))}
          {SHORTCUTS.map(({ shown, label }) => (
            <tr key={label}>
              <td>
                <kbd>{shown}</kbd>
              </td>
              <td>{t(label)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="ev-layer-keys">
        {layers.map(({ name, key, color, outline }) => (
          <div key={name}>
            <dt>
              <kbd>{key ?? '—'}</kbd>
            </dt>
            <dd>
              <span className="ev-swatch" data-outline={outline || undefined} style={{ color }} />
              {t(`findings:overlay.${name}`)}
            </dd>
          </div>
        ))}
      </dl>
      <p>{t('mouse_hint')}</p>
    </Modal>
  )
}
