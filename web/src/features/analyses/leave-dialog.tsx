import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Opinions } from './opinion/use-opinions.ts'

interface Props extends Pick<Opinions, 'leaving'> {
  /** Something is drawn and not saved. */
  drawing: boolean
  onDiscard: () => void
}

/** Asks before the page is left while an opinion could not be kept, or the picture while a drawing is not saved. */
export function LeaveDialog({ leaving, drawing, onDiscard }: Props) {
  const { t } = useTranslation('analyses')
  return (
    <Modal
      open={leaving.state === 'blocked'}
      title={t(drawing ? 'draw.unsaved_title' : 'leave.title')}
      okText={t('leave.ok')}
      okButtonProps={{ danger: true }}
      cancelText={t('leave.stay')}
      onOk={() => {
        onDiscard()
        leaving.proceed?.()
      }}
      onCancel={() => leaving.reset?.()}
    >
      {t(drawing ? 'draw.unsaved_text' : 'leave.text')}
    </Modal>
  )
}
