import type { DataOf, listDevices } from '@mingmou/contract'
import { Alert, Button, Descriptions, Typography } from 'antd'
import { useTranslation } from 'react-i18next'

type Called = DataOf<typeof listDevices>['called']

/** What is entered into a camera: where it calls, and whom. */
export function CalledCard({ called, onChange }: { called: Called; onChange: () => void }) {
  const { t } = useTranslation('devices')
  const { ae_title, port, tls } = called
  const copied = (text: string) => (
    <Typography.Text copyable={{ text }} className="long-text" code>
      {text}
    </Typography.Text>
  )
  return (
    <section className="panel devices-called" aria-labelledby="called-title">
      <header>
        <h2 id="called-title">{t('called.title')}</h2>
        <Button onClick={onChange}>{t('called.change')}</Button>
      </header>
      {port === null && <Alert type="warning" showIcon title={t('called.off')} />}
      <p className="soft">{t('called.hint')}</p>
      <Descriptions
        column={{ xs: 1, md: 3 }}
        items={[
          { key: 'ae_title', label: t('called.ae_title'), children: copied(ae_title) },
          {
            key: 'port',
            label: t('called.port'),
            children: port === null ? t('called.none') : copied(String(port)),
          },
          { key: 'tls', label: t('called.tls'), children: t(tls ? 'called.yes' : 'called.no') },
        ]}
      />
    </section>
  )
}
