import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
  type DataOf,
  type Passkey,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { makePasskey, passkeysPossible } from '../../lib/session/passkeys.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/call-form.tsx'
import { FactorCodeField } from '../../ui/accounts/factor-code.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { deviceOf } from './device.ts'
import { PasswordField } from '../../ui/accounts/password-field.tsx'
import { ScrollTable } from '../../ui/lists/scroll-table.tsx'
import { myAccountQueries, passkeysChanged } from './queries.ts'

type Dialog = 'add' | { rename: Passkey } | { remove: Passkey }

/** The passkeys of the account. They stand beside its app, which is set up before. */
export function PasskeysPanel({ hasApp }: { hasApp: boolean }) {
  const { t } = useTranslation('second-factor')
  const query = useQuery(myAccountQueries.passkeys())
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const passkeys = query.data?.passkeys ?? []
  const close = () => setDialog(null)
  const make = async ({ ticket, options }: DataOf<typeof beginPasskey>) => {
    try {
      const name = deviceOf(navigator.userAgent) || t('passkeys.unnamed')
      await api(addPasskey, { ticket, name, ...(await makePasskey(options)) })
      showSuccess(t('passkeys.added'))
      await passkeysChanged()
    } catch (error) {
      showFailure(error, t('passkeys.addFailed'))
    }
  }
  const hint = !passkeysPossible() ? 'impossible' : hasApp ? 'hint' : 'needsApp'
  return (
    <section className="panel my-factor" aria-labelledby="my-passkeys">
      <header>
        <h2 id="my-passkeys">{t('passkeys.title')}</h2>
        <Button disabled={hint !== 'hint'} onClick={() => setDialog('add')}>
          {t('passkeys.add')}
        </Button>
      </header>
      <p className="soft">{t(`passkeys.${hint}`)}</p>
      {passkeys.length > 0 && (
        <ScrollTable<Passkey>
          size="middle"
          aria-labelledby="my-passkeys"
          rowKey="passkey_id"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={passkeys}
          columns={[
            { title: t('passkeys.name'), dataIndex: 'name' },
            {
              title: t('passkeys.since'),
              key: 'since',
              render: (_, { created_at }) => formatInstant(created_at),
            },
            {
              title: t('passkeys.used'),
              key: 'used',
              render: (_, { used_at }) =>
                used_at === null ? t('passkeys.never') : formatInstant(used_at),
            },
            {
              title: t('common:account.action'),
              key: 'action',
              fixed: 'end',
              render: (_, row) => (
                <RowActions
                  actions={[
                    { label: t('passkeys.rename'), onClick: () => setDialog({ rename: row }) },
                    {
                      label: t('passkeys.remove'),
                      danger: true,
                      onClick: () => setDialog({ remove: row }),
                    },
                  ]}
                />
              ),
            },
          ]}
        />
      )}
      {dialog === 'add' && (
        <CallDialog
          title={t('passkeys.add')}
          call={beginPasskey}
          okText={t('next')}
          fallback={t('passkeys.addFailed')}
          onClose={close}
          onDone={make}
        >
          <PasswordField />
          <FactorCodeField />
        </CallDialog>
      )}
      {dialog !== null && dialog !== 'add' && 'rename' in dialog && (
        <CallDialog
          title={t('passkeys.rename')}
          call={renamePasskey}
          fixed={{ passkey_id: dialog.rename.passkey_id }}
          initial={{ name: dialog.rename.name }}
          fallback={t('passkeys.renameFailed')}
          onClose={close}
          onDone={passkeysChanged}
        >
          <Field name="name" label={t('passkeys.name')}>
            <Input autoFocus maxLength={64} />
          </Field>
        </CallDialog>
      )}
      {dialog !== null && dialog !== 'add' && 'remove' in dialog && (
        <CallDialog
          title={t('passkeys.remove')}
          call={removePasskey}
          fixed={{ passkey_id: dialog.remove.passkey_id }}
          okText={t('passkeys.removeOk')}
          okDanger
          done={t('passkeys.removed')}
          fallback={t('passkeys.removeFailed')}
          onClose={close}
          onDone={passkeysChanged}
        >
          <p className="soft">{t('passkeys.removeHint', { name: dialog.remove.name })}</p>
          <PasswordField />
          <FactorCodeField />
        </CallDialog>
      )}
    </section>
  )
}
