import { testSsoProvider, type SsoProvider } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { institutionQueries } from './queries.ts'
import { SsoDialog } from './sso-dialog.tsx'

/** The provider that members sign in by, as the main account sets it. */
export function SsoPanel() {
  const { t } = useTranslation('institutions')
  const query = useQuery(institutionQueries.sso())
  const [isOpen, setIsOpen] = useState(false)
  if (!query.data) {
    return query.isError ? <Failed title={t('sso.failed')} query={query} /> : <Loading />
  }
  const { provider, redirect_uri } = query.data
  const isOn = provider?.enabled === true
  return (
    <section className="panel institution-panel" aria-labelledby="sso-title">
      <header>
        <h2 id="sso-title">
          {t('sso.title')}{' '}
          <Tag color={isOn ? 'success' : 'default'}>{t(isOn ? 'switch.on' : 'switch.off')}</Tag>
        </h2>
        <span>
          {provider && <Test issuer={provider.issuer} />}
          <Button onClick={() => setIsOpen(true)}>{t('sso.set')}</Button>
        </span>
      </header>
      <p className="soft">{t('sso.hint')}</p>
      <Facts provider={provider} redirect={redirect_uri} />
      {isOpen && <SsoDialog provider={provider} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

/** Copied into the settings of the provider, or given to members. */
function Copied({ text }: { text: string }) {
  return (
    <Typography.Text copyable={{ text }} className="long-text">
      {text}
    </Typography.Text>
  )
}

function Facts({ provider, redirect }: { provider: SsoProvider | null; redirect: string }) {
  const { t } = useTranslation('institutions')
  const facts: [string, React.ReactNode][] = [['redirect_uri', <Copied text={redirect} />]]
  if (provider) {
    const { name, issuer, client_id, required, fresh, sign_in_code, sign_in_url } = provider
    const yes = (value: boolean) => t(value ? 'switch.on' : 'switch.off')
    facts.push(
      ['sign_in_code', <Copied text={sign_in_code} />],
      ['sign_in_url', <Copied text={sign_in_url} />],
      ['name', name],
      ['issuer', <span className="long-text">{issuer}</span>],
      ['client_id', <span className="long-text">{client_id}</span>],
      ['required', yes(required)],
      ['fresh', yes(fresh)],
    )
  }
  return (
    <Descriptions
      column={{ xs: 1, lg: 2 }}
      items={facts.map(([key, children]) => ({ key, label: t(`sso.field.${key}`), children }))}
    />
  )
}

/** Asks the provider for its configuration and keys, and says in a line what is wrong. */
function Test({ issuer }: { issuer: string }) {
  const { t } = useTranslation('institutions')
  const [busy, setBusy] = useState(false)
  const [tested, setTested] = useState<{ fault: string | null } | null>(null)
  const test = async () => {
    setBusy(true)
    setTested(null)
    try {
      setTested(await api(testSsoProvider, { issuer }))
    } catch (error) {
      showFailure(error, t('sso.testFailed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {tested && (
        <Alert
          type={tested.fault === null ? 'success' : 'error'}
          showIcon
          title={tested.fault ?? t('sso.tested')}
        />
      )}
      <Button loading={busy} onClick={() => void test()}>
        {t('sso.test')}
      </Button>
    </>
  )
}
