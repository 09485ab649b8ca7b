import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Opinions } from './use-opinions.ts'

/** Asks before the page is left while an opinion could not be kept. */
export function LeaveDialog({ leaving }: Pick<Opinions, 'leaving'>) {
  const { t } = useTranslation('analyses')
  return (
    <Modal
      open={leaving.state === 'blocked'}
      title={t('leave.title')}
      okText={t('leave.ok')}
      okButtonProps={{ danger: true }}
      cancelText={t('leave.stay')}
      onOk={() => leaving.proceed?.()}
      onCancel={() => leaving.reset?.()}
    >
      {t('leave.text')}
    </Modal>
  )
}
