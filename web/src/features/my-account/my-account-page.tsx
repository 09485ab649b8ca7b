import { CLINICIANS, sendChangeEmail, setMyEmail } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { EmailDialog } from '../../ui/accounts/email-dialog.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { FactorPanel } from './factor-panel.tsx'
import { EditMyInfoDialog } from './edit-dialog.tsx'
import { LeavePanel } from './leave-panel.tsx'
import { SsoPanel } from './sso-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { myAccountChanged, myAccountQueries } from './queries.ts'
import './my-account.css'

export function Component() {
  const { t } = useTranslation('my-account')
  const uid = useSession()?.uid ?? ''
  const query = useQuery(myAccountQueries.info(uid))
  const [dialog, setDialog] = useState<'names' | 'email' | null>(null)
  const info = query.data
  if (!info) {
    return query.isError ? <Failed title={t('info.failed')} query={query} /> : <Loading />
  }
  const close = () => setDialog(null)
  const isClinician = CLINICIANS.some((role) => role === info.role)
  return (
    <>
      <PageTitle title={t('info.title')}>
        <Button onClick={() => setDialog('names')}>{t('common:action.edit')}</Button>
        <Button href={`#${PATHS.updatePassword}`}>{t('password.title')}</Button>
      </PageTitle>
      {isClinician && <ChangesPanel />}
      <div className="panel my-facts">
        <Descriptions
          column={{ xs: 1, sm: 2 }}
          items={[
            { key: 'username', label: t('info.username'), children: info.username },
            { key: 'name', label: t('info.name'), children: info.name },
            {
              key: 'email',
              label: t('info.email'),
              children: (
                <span className="my-email">
                  {info.email}
                  <Button type="link" size="small" onClick={() => setDialog('email')}>
                    {t('common:email.change')}
                  </Button>
                </span>
              ),
            },
            { key: 'phone', label: t('info.phone'), children: info.phone || t('info.none') },
            { key: 'role', label: t('info.role'), children: t(`common:role.${info.role}`) },
            ...(info.organization_shortname === null
              ? []
              : [
                  {
                    key: 'organization',
                    label: t('info.organization'),
                    children: info.organization_shortname,
                  },
                ]),
          ]}
        />
      </div>
      <FactorPanel />
      {isClinician && <SsoPanel />}
      <SessionsPanel />
      {info.role === '5' && <LeavePanel uid={info.uid} name={info.username} />}
      {dialog === 'names' && <EditMyInfoDialog info={info} onClose={close} />}
      {dialog === 'email' && (
        <EmailDialog
          send={sendChangeEmail}
          set={setMyEmail}
          fixed={{ uid: info.uid }}
          onClose={close}
          onDone={myAccountChanged}
        />
      )}
    </>
  )
}
