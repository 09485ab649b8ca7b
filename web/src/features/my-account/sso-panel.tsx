import { beginSsoLink, removeSsoLink } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { leaveForProvider } from '../../lib/session/sso.ts'
import { AgainFields } from '../../ui/accounts/again-fields.tsx'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { myAccountQueries, ssoChanged } from './queries.ts'

/** The link of the account to the provider of its institution, where that has one. */
export function SsoPanel() {
  const { t } = useTranslation('my-account')
  const query = useQuery(myAccountQueries.sso())
  const [dialog, setDialog] = useState<'link' | 'unlink' | null>(null)
  if (!query.data) {
    return query.isError ? <Failed title={t('sso.failed')} query={query} /> : <Loading />
  }
  const { provider, linked_at, required } = query.data
  const isLinked = linked_at !== null
  if (provider === null && !isLinked) return null
  const close = () => setDialog(null)
  return (
    <section className="panel my-factor" aria-labelledby="my-sso">
      <header>
        <h2 id="my-sso">
          {t('sso.title')}{' '}
          <Tag color={isLinked ? 'success' : 'default'}>
            {t(isLinked ? 'sso.linked' : 'sso.notLinked')}
          </Tag>
        </h2>
        <span className="my-factor-actions">
          {provider !== null && (
            <Button onClick={() => setDialog('link')}>
              {t(isLinked ? 'sso.relink' : 'sso.link')}
            </Button>
          )}
          {isLinked && (
            <Button danger onClick={() => setDialog('unlink')}>
              {t('sso.unlink')}
            </Button>
          )}
        </span>
      </header>
      <p className="soft">
        {isLinked ? t('sso.since', { since: formatInstant(linked_at) }) : t('sso.hint')}{' '}
        {provider === null && t('sso.off')}
        {provider !== null && t('sso.provider', { provider })}
        {required && t('sso.required')}
      </p>
      {dialog === 'link' && (
        <CallDialog
          title={t(isLinked ? 'sso.relink' : 'sso.link')}
          call={beginSsoLink}
          okText={t('sso.go')}
          fallback={t('sso.linkFailed')}
          onClose={close}
          onDone={({ url }) => leaveForProvider(url)}
        >
          <p className="soft">{t('sso.linkHint', { provider })}</p>
          <AgainFields />
        </CallDialog>
      )}
      {dialog === 'unlink' && (
        <CallDialog
          title={t('sso.unlink')}
          call={removeSsoLink}
          okText={t('sso.unlinkOk')}
          okDanger
          done={t('sso.unlinked')}
          fallback={t('sso.unlinkFailed')}
          onClose={close}
          onDone={ssoChanged}
        >
          <p className="soft">{t('sso.unlinkHint')}</p>
          <AgainFields />
        </CallDialog>
      )}
    </section>
  )
}
