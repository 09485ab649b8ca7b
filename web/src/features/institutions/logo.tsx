import { BankOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'

/** The picture of an institution, or the place where it would be. */
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
