import { addClient, rotateClient, SCOPES, setClient, type ApiClient } from '@mingmou/contract'
import { Alert, Descriptions, Input, Select, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/call-form.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { clientsChanged } from './queries.ts'
import { RotateDialog, SecretModal } from './secret-dialogs.tsx'

export interface Secret {
  login: string
  secret: string | null
}

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
      <Fields />
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
      <Fields />
    </CallDialog>
  )
}

function Fields() {
  const { t } = useTranslation('clients')
  return (
    <>
      <Field name="name" label={t('field.name')} hint={t('hint.name')}>
        <Input autoFocus autoComplete="off" maxLength={40} />
      </Field>
      <Field name="scopes" label={t('field.scopes')} hint={t('hint.scopes')}>
        <Select
          mode="multiple"
          showSearch={false}
          options={SCOPES.map((value) => ({ value, label: t(`scope.${value.replace(':', '_')}`) }))}
        />
      </Field>
      <Field name="networks" label={t('field.networks')} hint={t('hint.networks')}>
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[' ', ',', ';', '，', '；']}
        />
      </Field>
      <Field name="expires_on" label={t('field.expires_on')} hint={t('hint.expires_on')}>
        <DateInput days="coming" />
      </Field>
      <Field name="public_key" label={t('field.public_key')} hint={t('hint.public_key')}>
        <Input.TextArea autoComplete="off" spellCheck={false} rows={3} maxLength={2000} />
      </Field>
    </>
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

export function SecretDialog({ told, onClose }: { told: Secret; onClose: () => void }) {
  const { t } = useTranslation('clients')
  const copied = (text: string) => (
    <Typography.Text code copyable={{ text }}>
      {text}
    </Typography.Text>
  )
  const address = `${window.location.origin}/oauth/token`
  return (
    <SecretModal owner="clients" onClose={onClose}>
      {told.secret !== null && <Alert type="warning" showIcon title={t('secret.once')} />}
      <Descriptions
        column={1}
        items={[
          { key: 'address', label: t('secret.address'), children: copied(address) },
          { key: 'login', label: t('secret.login'), children: copied(told.login) },
          {
            key: 'secret',
            label: t('secret.secret'),
            children: told.secret === null ? t('secret.key') : copied(told.secret),
          },
        ]}
      />
    </SecretModal>
  )
}
