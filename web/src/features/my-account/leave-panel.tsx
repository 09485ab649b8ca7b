import { deleteTrialAccount } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { goTo } from '../../lib/places/navigate.ts'
import { clearSession } from '../../lib/session/session.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { FactorCodeField } from '../../ui/accounts/factor-code.tsx'
import { PasswordField } from '../../ui/accounts/password-field.tsx'
import { myAccountQueries } from './queries.ts'

/** A trial user deletes the account with everything in it. */
export function LeavePanel({ uid, name }: { uid: string; name: string }) {
  const { t } = useTranslation('my-account')
  const [asking, setAsking] = useState(false)
  const factor = useQuery(myAccountQueries.factor())
  return (
    <section className="panel my-sessions" aria-labelledby="my-leave">
      <header>
        <h2 id="my-leave">{t('leave.title')}</h2>
        <Button danger onClick={() => setAsking(true)}>
          {t('leave.title')}
        </Button>
      </header>
      <p className="soft">{t('leave.hint')}</p>
      {asking && (
        <CallDialog
          title={t('leave.title')}
          call={deleteTrialAccount}
          fixed={{ uid }}
          okText={t('common:action.delete')}
          okDanger
          fallback={t('leave.failed')}
          onClose={() => setAsking(false)}
          done={t('leave.done')}
          onDone={() => {
            clearSession()
            goTo(PATHS.home)
          }}
        >
          <p className="dialog-hint">{t('leave.ask', { name })}</p>
          <PasswordField />
          {factor.data && factor.data.totp_since !== null && <FactorCodeField />}
        </CallDialog>
      )}
    </section>
  )
}
