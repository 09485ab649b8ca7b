import { addClient, rotateClient, setClient, type ApiClient } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { clientsChanged } from './queries.ts'
import { RotateDialog } from './secret-dialogs.tsx'
import type { Secret } from './secret-dialog.tsx'
import { ClientFields } from './client-fields.tsx'

export function AddClientDialog(props: { onClose: () => void; onSecret: (told: Secret) => void }) {
  const { t } = useTranslation('clients')
  return (
    <CallDialog
      title={t('add.title')}
      call={addClient}
      initial={{ scopes: [], networks: [] }}
      fallback={t('add.failed')}
      onClose={props.onClose}
      done={t('add.done')}
      onDone={(told) => {
        props.onSecret(told)
        return clientsChanged()
      }}
    >
      <ClientFields />
    </CallDialog>
  )
}

export function EditClientDialog({ client, onClose }: { client: ApiClient; onClose: () => void }) {
  const { t } = useTranslation('clients')
  const { client_id, name, scopes, networks, expires_on, public_key } = client
  return (
    <CallDialog
      title={t('set.title')}
      call={setClient}
      fixed={{ client_id }}
      initial={{
        name,
        scopes,
        networks,
        expires_on: expires_on ?? '',
        public_key: public_key ?? '',
      }}
      fallback={t('set.failed')}
      onClose={onClose}
      done={t('set.done')}
      onDone={clientsChanged}
    >
      <ClientFields />
    </CallDialog>
  )
}

export function RotateClientDialog(props: {
  client: ApiClient
  onClose: () => void
  onSecret: (told: Secret) => void
}) {
  const { client_id, name } = props.client
  return (
    <RotateDialog
      owner="clients"
      call={rotateClient}
      fixed={{ client_id }}
      name={name}
      onClose={props.onClose}
      onDone={(told) => {
        props.onSecret(told)
        return clientsChanged()
      }}
    />
  )
}
