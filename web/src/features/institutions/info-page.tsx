import { sendInstitutionEmail, setInstitutionEmail } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/use-session.ts'
import { EmailDialog } from '../../ui/accounts/email-dialog.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { EditInstitutionDialog } from './edit-dialog.tsx'
import { InstitutionFacts } from './institution-facts.tsx'
import { institutionQueries, institutionsChanged } from './queries.ts'
import { ReadingPanel } from './reading/reading-panel.tsx'
import { RecallPanel } from './recall-panel.tsx'
import { SsoPanel } from './sso-panel.tsx'
import { StoragePanel } from './storage-panel.tsx'
import './institutions.css'

/** The own institution: its main account changes it, its sub-accounts read it. */
export function Component() {
  const { t } = useTranslation('institutions')
  const session = useSession()
  const query = useQuery(institutionQueries.ofCaller(session?.uid ?? ''))
  const [dialog, setDialog] = useState<'info' | 'email' | null>(null)
  const institution = query.data
  if (!institution) {
    return query.isError ? <Failed title={t('info.failed')} query={query} /> : <Loading />
  }
  const isMain = session?.role === '3'
  const close = () => setDialog(null)
  return (
    <>
      <PageTitle title={t('info.title')}>
        {isMain && (
          <Button type="primary" onClick={() => setDialog('info')}>
            {t('common:action.edit')}
          </Button>
        )}
      </PageTitle>
      <div className="panel">
        <InstitutionFacts
          institution={institution}
          more={[
            ...(['auto_analyse', 'sign_password', 'require_factor', 'share_images'] as const).map(
              (key) => ({
                key,
                label: t(`field.${key}`),
                children: t(institution[key] ? 'switch.on' : 'switch.off'),
              }),
            ),
            {
              key: 'erasure_years',
              label: t('field.erasure_years'),
              children:
                institution.erasure_years === null
                  ? t('erasure_years.off')
                  : t('erasure_years.on', { n: institution.erasure_years }),
            },
          ]}
          email={
            <>
              {institution.email}
              {isMain && (
                <Button type="link" size="small" onClick={() => setDialog('email')}>
                  {t('common:email.change')}
                </Button>
              )}
            </>
          }
        />
        {!isMain && <p className="soft">{t('info.readOnly')}</p>}
      </div>
      {isMain && <StoragePanel />}
      {isMain && <RecallPanel />}
      {isMain && <ReadingPanel />}
      {isMain && <SsoPanel />}
      {dialog === 'info' && (
        <EditInstitutionDialog institution={institution} isOwn onClose={close} />
      )}
      {dialog === 'email' && (
        <EmailDialog
          send={sendInstitutionEmail}
          set={setInstitutionEmail}
          fixed={{ oid: institution.oid }}
          hint={t('info.emailHint')}
          onClose={close}
          onDone={institutionsChanged}
        />
      )}
    </>
  )
}
