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
        <PasskeyTable
          passkeys={passkeys}
          onRename={(rename) => setDialog({ rename })}
          onRemove={(remove) => setDialog({ remove })}
        />
      )}
      {dialog === 'add' && <AddDialog onClose={close} />}
      {isOf(dialog, 'rename') && <RenameDialog passkey={dialog.rename} onClose={close} />}
      {isOf(dialog, 'remove') && <RemoveDialog passkey={dialog.remove} onClose={close} />}
    </section>
  )
}

const isOf = <Kind extends 'rename' | 'remove'>(
  dialog: Dialog | null,
  kind: Kind,
): dialog is Extract<Dialog, Record<Kind, Passkey>> =>
  typeof dialog === 'object' && dialog !== null && kind in dialog

function PasskeyTable(props: {
  passkeys: readonly Passkey[]
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}) {
  const { t } = useTranslation('second-factor')
  return (
    <ScrollTable<Passkey>
      size="middle"
      aria-labelledby="my-passkeys"
      rowKey="passkey_id"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={props.passkeys}
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
                { label: t('passkeys.rename'), onClick: () => props.onRename(row) },
                {
                  label: t('passkeys.remove'),
                  danger: true,
                  onClick: () => props.onRemove(row),
                },
              ]}
            />
          ),
        },
      ]}
    />
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('second-factor')
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
  return (
    <CallDialog
      title={t('passkeys.add')}
      call={beginPasskey}
      okText={t('next')}
      fallback={t('passkeys.addFailed')}
      onClose={onClose}
      onDone={make}
    >
      <PasswordField />
      <FactorCodeField />
    </CallDialog>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('second-factor')
  const { passkey_id, name } = passkey
  return (
    <CallDialog
      title={t('passkeys.rename')}
      call={renamePasskey}
      fixed={{ passkey_id }}
      initial={{ name }}
      fallback={t('passkeys.renameFailed')}
      onClose={onClose}
      onDone={passkeysChanged}
    >
      <Field name="name" label={t('passkeys.name')}>
        <Input autoFocus maxLength={64} />
      </Field>
    </CallDialog>
  )
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('second-factor')
  const { passkey_id, name } = passkey
  return (
    <CallDialog
      title={t('passkeys.remove')}
      call={removePasskey}
      fixed={{ passkey_id }}
      okText={t('passkeys.removeOk')}
      okDanger
      done={t('passkeys.removed')}
      fallback={t('passkeys.removeFailed')}
      onClose={onClose}
      onDone={passkeysChanged}
    >
      <p className="soft">{t('passkeys.removeHint', { name })}</p>
      <PasswordField />
      <FactorCodeField />
    </CallDialog>
  )
}
