import type { Passkey } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passkeysPossible } from '../../lib/session/passkeys.ts'
import { myAccountQueries } from './queries.ts'
import { PasskeyTable } from './passkey-table.tsx'
import { AddPasskeyDialog, RenamePasskeyDialog, RemovePasskeyDialog } from './passkey-dialogs.tsx'

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
      {dialog === 'add' && <AddPasskeyDialog onClose={close} />}
      {isOf(dialog, 'rename') && <RenamePasskeyDialog passkey={dialog.rename} onClose={close} />}
      {isOf(dialog, 'remove') && <RemovePasskeyDialog passkey={dialog.remove} onClose={close} />}
    </section>
  )
}

const isOf = <Kind extends 'rename' | 'remove'>(
  dialog: Dialog | null,
  kind: Kind,
): dialog is Extract<Dialog, Record<Kind, Passkey>> =>
  typeof dialog === 'object' && dialog !== null && kind in dialog
