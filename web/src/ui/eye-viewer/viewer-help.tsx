import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { SHORTCUTS } from './keys.ts'

export function ViewerHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('viewer')
  return (
    <Modal open={open} onCancel={onClose} footer={null} title={t('help_title')} destroyOnHidden>
      <table className="ev-keys">
        <tbody>
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
      <p>{t('mouse_hint')}</p>
    </Modal>
  )
}
