import { App } from 'antd'
import { useTranslation } from 'react-i18next'

/** Every question asked before something is done; its texts are `confirm.<action>.<thing>`. */
export type Question = 'delete.patient' | 'delete.archive' | 'revoke.report' | 'logOut.everywhere'

/** Asks by naming the thing; the dialog stays open, and busy, until `act` has ended. */
export function useConfirm() {
  const { modal } = App.useApp()
  const { t } = useTranslation()
  return (question: Question, name: string, act: () => Promise<unknown>) => {
    modal.confirm({
      centered: true,
      title: t(`confirm.${question}.title`),
      content: t(`confirm.${question}.text`, { name }),
      okText: t(`confirm.${question}.ok`),
      okButtonProps: { danger: true },
      cancelText: t('action.cancel'),
      // A failure has been told by then; the dialog closes either way.
      onOk: () => act().catch(() => undefined),
    })
  }
}
