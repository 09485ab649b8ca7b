import { NO_HISTORY } from '@mingmou/contract'
import { Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'

interface Props {
  /** The form sets these. */
  id?: string
  value?: string | null
  onChange?: (value: string) => void
}

/** The history as told, or that there is none. An untouched field stays unknown. */
export function HistoryInput({ id, value, onChange, ...described }: Props) {
  const { t } = useTranslation('patients')
  const none = value === NO_HISTORY
  const word = t('history.none')
  return (
    <>
      <Input.TextArea
        {...described}
        {...(id !== undefined && { id })}
        value={none ? word : (value ?? '')}
        autoSize={{ minRows: 2, maxRows: 4 }}
        placeholder={t('hint.history')}
        onChange={({ target }) => onChange?.(target.value === word ? NO_HISTORY : target.value)}
      />
      <Checkbox
        checked={none}
        onChange={(event) => onChange?.(event.target.checked ? NO_HISTORY : '')}
      >
        {t('history.say_none')}
      </Checkbox>
    </>
  )
}
