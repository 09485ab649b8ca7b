import { Alert, Descriptions, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { SecretModal } from './secret-dialogs.tsx'

export interface Secret {
  login: string
  secret: string | null
}

export function SecretDialog({ told, onClose }: { told: Secret; onClose: () => void }) {
  const { t } = useTranslation('clients')
  const copied = (text: string) => (
    <Typography.Text code copyable={{ text }}>
      {text}
    </Typography.Text>
  )
  const address = `${window.location.origin}/oauth/token`
  return (
    <SecretModal owner="clients" onClose={onClose}>
      {told.secret !== null && <Alert type="warning" showIcon title={t('secret.once')} />}
      <Descriptions
        column={1}
        items={[
          { key: 'address', label: t('secret.address'), children: copied(address) },
          { key: 'login', label: t('secret.login'), children: copied(told.login) },
          {
            key: 'secret',
            label: t('secret.secret'),
            children: told.secret === null ? t('secret.key') : copied(told.secret),
          },
        ]}
      />
    </SecretModal>
  )
}
