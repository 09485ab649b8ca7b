import {
  addDestination,
  DESTINATION_KINDS,
  setDestination,
  type Destination,
  type DestinationKind,
} from '@mingmou/contract'
import { Form, Input, InputNumber, Radio, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/call-form.tsx'
import { destinationsChanged } from './queries.ts'

const FIRST = {
  name: '',
  kind: 'dicom' as DestinationKind,
  host: '',
  port: 104,
  called_title: '',
  calling_title: 'MINGMOU',
  tls: false,
  url: '',
  photographs: true,
  active: true,
}

export function DestinationDialog(props: { destination: Destination | null; onClose: () => void }) {
  const { t } = useTranslation('destinations')
  const { destination } = props
  const common = {
    fallback: t(destination ? 'set.failed' : 'add.failed'),
    title: t(destination ? 'set.title' : 'add.title'),
    done: t(destination ? 'set.done' : 'add.done'),
    initial: initialOf(destination),
    onDone: destinationsChanged,
    onClose: props.onClose,
  }
  const fields = <Fields hasToken={destination?.has_token === true} />
  if (!destination)
    return (
      <CallDialog call={addDestination} {...common}>
        {fields}
      </CallDialog>
    )
  const { destination_id } = destination
  return (
    <CallDialog call={setDestination} fixed={{ destination_id }} {...common}>
      {fields}
    </CallDialog>
  )
}

function initialOf(destination: Destination | null) {
  if (!destination) return FIRST
  const { name, kind, tls, photographs, active } = destination
  return {
    ...FIRST,
    name,
    kind,
    tls,
    photographs,
    active,
    host: destination.host ?? '',
    port: destination.port ?? FIRST.port,
    called_title: destination.called_title ?? '',
    calling_title: destination.calling_title ?? FIRST.calling_title,
    url: destination.url ?? '',
  }
}

function Fields({ hasToken }: { hasToken: boolean }) {
  const { t } = useTranslation('destinations')
  const form = Form.useFormInstance()
  const kind = (Form.useWatch('kind', form) ?? form.getFieldValue('kind')) as DestinationKind
  return (
    <>
      <Field name="name" label={t('field.name')} hint={t('hint.name')}>
        <Input autoFocus autoComplete="off" maxLength={40} />
      </Field>
      <Field name="kind" label={t('field.kind')}>
        <Radio.Group
          options={DESTINATION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </Field>
      {kind === 'stow' ? <StowFields hasToken={hasToken} /> : <DicomFields />}
      <Field name="photographs" label={t('field.photographs')} hint={t('hint.photographs')}>
        <Switch />
      </Field>
      <Field name="active" label={t('field.active')} hint={t('hint.active')}>
        <Switch />
      </Field>
    </>
  )
}

function DicomFields() {
  const { t } = useTranslation('destinations')
  return (
    <>
      <Field name="host" label={t('field.host')}>
        <Input autoComplete="off" maxLength={253} placeholder="192.168.1.10" />
      </Field>
      <Field name="port" label={t('field.port')}>
        <InputNumber min={1} max={65_535} precision={0} />
      </Field>
      <Field name="called_title" label={t('field.called_title')} hint={t('hint.called_title')}>
        <Input autoComplete="off" maxLength={16} />
      </Field>
      <Field name="calling_title" label={t('field.calling_title')} hint={t('hint.calling_title')}>
        <Input autoComplete="off" maxLength={16} />
      </Field>
      <Field name="tls" label={t('field.tls')} hint={t('hint.tls')}>
        <Switch />
      </Field>
    </>
  )
}

function StowFields({ hasToken }: { hasToken: boolean }) {
  const { t } = useTranslation('destinations')
  return (
    <>
      <Field name="url" label={t('field.url')} hint={t('hint.url')}>
        <Input
          autoComplete="off"
          maxLength={256}
          placeholder="https://pacs.example.com/dicom-web"
        />
      </Field>
      <Field
        name="token"
        label={t('field.token')}
        hint={t(hasToken ? 'hint.token_kept' : 'hint.token')}
      >
        <Input.Password autoComplete="new-password" maxLength={2048} />
      </Field>
    </>
  )
}
