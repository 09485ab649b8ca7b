import { App, Input } from 'antd'
import { useTranslation } from 'react-i18next'

export type Weight = 'plain' | 'danger' | 'by-name'

const BUTTON_FOCUSED = { plain: 'ok', danger: 'cancel', 'by-name': null } as const

/** Asks, with the text that the question has in its catalogue, and with `more` below it. */
export function useAsk() {
  const { modal } = App.useApp()
  const { t } = useTranslation('confirm')
  return (
    question: string,
    weight: Weight,
    name: string,
    act: () => unknown,
    leave?: () => unknown,
    more?: React.ReactNode,
  ) => {
    const button = (disabled: boolean) => ({ danger: weight !== 'plain', disabled })
    const dialog = modal.confirm({
      centered: true,
      title: t(`${question}.title`),
      content: (
        <>
          <p className="confirm-text">{t(`${question}.text`, { name })}</p>
          {more}
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
      // Enter keeps the input.
      focusable: { autoFocusButton: BUTTON_FOCUSED[weight] },
      okText: t(`${question}.ok`),
      okButtonProps: button(weight === 'by-name'),
      cancelText: t([`${question}.cancel`, 'common:action.cancel']),
      onOk: act,
      ...(leave && { onCancel: leave }),
    })
  }
}
