import type { TotpSecret } from '@mingmou/contract'
import { QRCode, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import './second-factor.css'

/** The key for an authenticator app: to be scanned, or typed in groups of four. */
export function TotpKey({ secret, uri }: Pick<TotpSecret, 'secret' | 'uri'>) {
  const { t } = useTranslation('second-factor')
  const side = 168
  return (
    <div className="totp-key">
      <p>{t('key.scan')}</p>
      <div className="totp-picture">
        <QRCode
          aria-label={t('key.picture')}
          value={uri}
          type="svg"
          size={side}
          bordered={false}
          errorLevel="M"
        />
      </div>
      <p className="soft">{t('key.type')}</p>
      <Typography.Text code copyable={{ text: secret }} className="totp-secret">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </Typography.Text>
    </div>
  )
}
