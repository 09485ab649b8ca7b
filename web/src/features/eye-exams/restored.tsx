import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'

/** The form began from a draft of this account. */
export function Restored({ at, onDrop }: { at: string; onDrop: () => void }) {
  const { t } = useTranslation('eye-exams')
  return (
    <Alert
      type="info"
      showIcon
      title={t('form.restored', { time: formatInstant(at) })}
      action={<Button onClick={onDrop}>{t('form.drop')}</Button>}
    />
  )
}
