import type { Call, DataOf, InputOf } from '@mingmou/contract'
import { App, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../lib/api.ts'
import { showSuccess } from '../lib/notices.ts'

/** Every question asked before something is done; its texts are `<action>.<thing>` of the texts `confirm`. */
export const QUESTIONS = {
  'disable.subAccount': 'danger',
  'enable.subAccount': 'plain',
  'resetPassword.subAccount': 'danger',
  'delete.subAccount': 'danger',
  'disable.institution': 'danger',
  'enable.institution': 'plain',
  'delete.institution': 'by-name',
  'lock.mainAccount': 'danger',
  'unlock.mainAccount': 'plain',
  'resetPassword.mainAccount': 'danger',
  'lock.account': 'danger',
  'unlock.account': 'plain',
  'disable.admin': 'danger',
  'enable.admin': 'plain',
  'delete.admin': 'danger',
  'delete.experience': 'danger',
  'delete.patient': 'danger',
  'delete.archive': 'danger',
  'delete.complication': 'danger',
  'delete.exam': 'danger',
  // Beside the twenty of the catalogue.
  'restore.institution': 'plain',
  'resetPassword.admin': 'danger',
  'resetPassword.experience': 'danger',
  'revoke.report': 'danger',
  'logOut.everywhere': 'danger',
} as const satisfies Record<string, 'plain' | 'danger' | 'by-name'>
export type Question = keyof typeof QUESTIONS

/** Asks by naming the thing, calls while the dialog is busy, and says how it went in the question's words. */
export function useConfirm() {
  const { modal } = App.useApp()
  const { t } = useTranslation('confirm')
  return <C extends Call>(
    question: Question,
    name: string,
    call: C,
    body: InputOf<C>,
    onDone: (data: DataOf<C>) => unknown,
  ) => {
    const weight = QUESTIONS[question]
    const button = (disabled: boolean) => ({ danger: weight !== 'plain', disabled })
    const act = async () => {
      let data: DataOf<C>
      try {
        data = await api(call, body)
      } catch (error) {
        showFailure(error, t(`${question}.failed`))
        return
      }
      showSuccess(t(`${question}.done`))
      await onDone(data)
    }
    const dialog = modal.confirm({
      centered: true,
      title: t(`${question}.title`),
      content: (
        <>
          <p className="confirm-text">{t(`${question}.text`, { name })}</p>
          {weight === 'by-name' && (
            <Input
              autoFocus
              aria-label={t('byName')}
              placeholder={name}
              onChange={({ target }) =>
                dialog.update({ okButtonProps: button(target.value.trim() !== name) })
              }
            />
          )}
        </>
      ),
      okText: t(`${question}.ok`),
      okButtonProps: button(weight === 'by-name'),
      cancelText: t('common:action.cancel'),
      onOk: act,
    })
  }
}
