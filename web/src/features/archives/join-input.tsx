import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'

/** Whether images join the sitting of that day. */
export function JoinInput(props: {
  /** The form sets these. */
  id?: string
  value?: boolean
  onChange?: (join: boolean) => void
}) {
  const { t } = useTranslation('archives')
  const { id, value = false, onChange } = props
  return (
    <Checkbox
      {...(id !== undefined && { id })}
      checked={value}
      onChange={({ target }) => onChange?.(target.checked)}
    >
      {t('join.label')}
    </Checkbox>
  )
}
