import { revokeClient, type ApiClient } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { clientsChanged } from './queries.ts'

export type ClientDialog = { kind: 'add' } | { kind: 'edit' | 'rotate'; client: ApiClient }

export function ClientActions({
  client,
  open,
}: {
  client: ApiClient
  open: (dialog: ClientDialog) => void
}) {
  const { t } = useTranslation('clients')
  const confirm = useConfirm()
  const { client_id, name, state, public_key } = client
  if (state === 'revoked') return null
  return (
    <RowActions
      actions={[
        { label: t('common:action.edit'), onClick: () => open({ kind: 'edit', client }) },
        public_key === null && {
          label: t('rotate.button'),
          onClick: () => open({ kind: 'rotate', client }),
        },
        {
          label: t('revoke'),
          danger: true,
          onClick: () =>
            confirm('revoke.client', 'danger', name, revokeClient, { client_id }, clientsChanged),
        },
      ]}
    />
  )
}
