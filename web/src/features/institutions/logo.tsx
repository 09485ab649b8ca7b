import { BankOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'

/** The logo of an institution, or a placeholder. */
export function Logo({ url, name }: { url: string | null; name: string }) {
  const { t } = useTranslation('institutions')
  return (
    <span className="institution-logo">
      {url === null ? (
        <BankOutlined aria-label={t('logo.none')} />
      ) : (
        <img src={url} alt={t('logo.of', { name })} />
      )}
    </span>
  )
}
