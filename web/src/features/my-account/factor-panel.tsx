import {
  beginTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  type TotpSecret,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { AppCodeField, FactorCodeField } from '../../ui/accounts/factor-code.tsx'
import { RecoveryCodes } from '../../ui/accounts/recovery-codes.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { PasswordField } from '../../ui/accounts/password-field.tsx'
import { factorChanged, myAccountQueries } from './queries.ts'

const TotpKey = lazy(async () => ({
  default: (await import('../../ui/accounts/totp-key.tsx')).TotpKey,
}))

type Dialog = 'begin' | 'renew' | 'remove' | { key: TotpSecret } | { codes: string[] }

/** The second factor of the account: set up, renewed and ended by its owner. */
export function FactorPanel() {
  const { t } = useTranslation('second-factor')
  const query = useQuery(myAccountQueries.factor())
  const [dialog, setDialog] = useState<Dialog | null>(null)
  if (!query.data) {
    return query.isError ? <Failed title={t('panel.failed')} query={query} /> : <Loading />
  }
  const { totp_since, recovery_left, required } = query.data
  const isOn = totp_since !== null
  // The next dialog of a row stays open when the one before closes.
  const closing = (open: Dialog) => () => setDialog((now) => (now === open ? null : now))
  return (
    <>
      <section className="panel my-factor" aria-labelledby="my-factor">
        <header>
          <h2 id="my-factor">
            {t('title')} <Tag color={isOn ? 'success' : 'default'}>{t(isOn ? 'on' : 'off')}</Tag>
          </h2>
          <span className="my-factor-actions">
            <Button onClick={() => setDialog('begin')}>{t(isOn ? 'replace' : 'add')}</Button>
            {isOn && <Button onClick={() => setDialog('renew')}>{t('renew.title')}</Button>}
            {isOn && !required && (
              <Button danger onClick={() => setDialog('remove')}>
                {t('remove.title')}
              </Button>
            )}
          </span>
        </header>
        <p className="soft">
          {isOn
            ? t('panel.since', { since: formatInstant(totp_since), count: recovery_left })
            : t('panel.hint')}
          {required && ` ${t('panel.required')}`}
        </p>
        {dialog === 'begin' && (
          <CallDialog
            title={t(isOn ? 'replace' : 'add')}
            call={beginTotp}
            okText={t('next')}
            fallback={t('begin.failed')}
            onClose={closing('begin')}
            onDone={(key) => setDialog({ key })}
          >
            <PasswordField />
            {isOn && <FactorCodeField />}
          </CallDialog>
        )}
        {typeof dialog === 'object' && dialog !== null && 'key' in dialog && (
          <CallDialog
            title={t('confirm.title')}
            call={confirmTotp}
            fixed={{ ticket: dialog.key.ticket }}
            okText={t('confirm.ok')}
            fallback={t('signIn.failed')}
            onClose={closing(dialog)}
            onDone={({ recovery_codes: codes }) => setDialog({ codes })}
          >
            <Suspense fallback={<Loading />}>
              <TotpKey {...dialog.key} />
            </Suspense>
            <AppCodeField />
          </CallDialog>
        )}
        {typeof dialog === 'object' && dialog !== null && 'codes' in dialog && (
          <Modal open centered title={t('codes.title')} footer={null} closable={false}>
            <RecoveryCodes
              codes={dialog.codes}
              onDone={() => {
                setDialog(null)
                void factorChanged()
              }}
            />
          </Modal>
        )}
        {dialog === 'renew' && (
          <CallDialog
            title={t('renew.title')}
            call={renewRecoveryCodes}
            okText={t('renew.ok')}
            fallback={t('renew.failed')}
            onClose={closing('renew')}
            onDone={({ recovery_codes: codes }) => setDialog({ codes })}
          >
            <p className="soft">{t('renew.hint')}</p>
            <PasswordField />
            <FactorCodeField />
          </CallDialog>
        )}
        {dialog === 'remove' && (
          <CallDialog
            title={t('remove.title')}
            call={removeTotp}
            okText={t('remove.ok')}
            okDanger
            done={t('remove.done')}
            fallback={t('remove.failed')}
            onClose={closing('remove')}
            onDone={factorChanged}
          >
            <p className="soft">{t('remove.hint')}</p>
            <PasswordField />
            <FactorCodeField />
          </CallDialog>
        )}
      </section>
      <PasskeysPanel hasApp={isOn} />
    </>
  )
}
