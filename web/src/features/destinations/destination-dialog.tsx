import {
  addDestination,
  CERTIFICATE_CHARS,
  DESTINATION_KINDS,
  HL7_CHARSETS,
  setDestination,
  type Destination,
  type DestinationKind,
} from '@mingmou/contract'
import { Form, Input, InputNumber, Radio, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
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
  sending_application: 'MINGMOU',
  sending_facility: '',
  receiving_application: '',
  receiving_facility: '',
  charset: HL7_CHARSETS[0] as (typeof HL7_CHARSETS)[number],
  pdf: true,
  tls: false,
  url: '',
  photographs: true,
  measurements: false,
  active: true,
}

/** Those that are registered for it. */
const PORTS: Record<DestinationKind, number> = { dicom: FIRST.port, stow: FIRST.port, hl7: 2575 }

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
  const fields = <Fields kept={destination} />
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
  const { name, kind, tls, photographs, measurements, active } = destination
  const isHl7 = kind === 'hl7'
  return {
    ...FIRST,
    name,
    kind,
    tls,
    photographs,
    measurements,
    active,
    host: destination.host ?? '',
    port: destination.port ?? FIRST.port,
    called_title: destination.called_title ?? '',
    calling_title: destination.calling_title ?? FIRST.calling_title,
    sending_application: destination.sending_application ?? FIRST.sending_application,
    sending_facility: destination.sending_facility ?? '',
    receiving_application: destination.receiving_application ?? '',
    receiving_facility: destination.receiving_facility ?? '',
    charset: destination.charset ?? FIRST.charset,
    pdf: isHl7 ? destination.pdf : FIRST.pdf,
    url: destination.url ?? '',
  }
}

function Fields({ kept }: { kept: Destination | null }) {
  const { t } = useTranslation('destinations')
  const form = Form.useFormInstance()
  const kind = (Form.useWatch('kind', form) ?? form.getFieldValue('kind')) as DestinationKind
  const url = (Form.useWatch('url', form) ?? form.getFieldValue('url')) as string
  const tls = (Form.useWatch('tls', form) ?? form.getFieldValue('tls')) as boolean
  const isSecure = kind === 'stow' ? url.trim().startsWith('https:') : tls
  return (
    <>
      <Field name="name" label={t('field.name')} hint={t('hint.name')}>
        <Input autoFocus autoComplete="off" maxLength={40} />
      </Field>
      <Field name="kind" label={t('field.kind')}>
        <Radio.Group
          options={DESTINATION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={({ target }) => {
            if (!form.isFieldTouched('port'))
              form.setFieldValue('port', PORTS[target.value as DestinationKind])
          }}
        />
      </Field>
      {kind === 'stow' && <StowFields hasToken={kept?.has_token === true} />}
      {kind === 'dicom' && <DicomFields />}
      {kind === 'hl7' && <Hl7Fields />}
      {isSecure && <CertificateField kept={kept?.certificate ?? null} />}
      {kind !== 'hl7' && (
        <>
          <Field name="photographs" label={t('field.photographs')} hint={t('hint.photographs')}>
            <Switch />
          </Field>
          <Field name="measurements" label={t('field.measurements')} hint={t('hint.measurements')}>
            <Switch />
          </Field>
        </>
      )}
      <Field name="active" label={t('field.active')} hint={t('hint.active')}>
        <Switch />
      </Field>
    </>
  )
}

/** Where a server without an address of the web is. */
function HostFields() {
  const { t } = useTranslation('destinations')
  return (
    <>
      <Field name="host" label={t('field.host')}>
        <Input autoComplete="off" maxLength={253} placeholder="192.168.1.10" />
      </Field>
      <Field name="port" label={t('field.port')}>
        <InputNumber min={1} max={65_535} precision={0} />
      </Field>
      <Field name="tls" label={t('field.tls')} hint={t('hint.tls')}>
        <Switch />
      </Field>
    </>
  )
}

function Hl7Fields() {
  const { t } = useTranslation('destinations')
  const word = <Input autoComplete="off" maxLength={64} />
  return (
    <>
      <HostFields />
      <Field
        name="sending_application"
        label={t('field.sending_application')}
        hint={t('hint.sending_application')}
      >
        {word}
      </Field>
      <Field name="sending_facility" label={t('field.sending_facility')}>
        {word}
      </Field>
      <Field
        name="receiving_application"
        label={t('field.receiving_application')}
        hint={t('hint.receiving_application')}
      >
        {word}
      </Field>
      <Field name="receiving_facility" label={t('field.receiving_facility')}>
        {word}
      </Field>
      <Field name="charset" label={t('field.charset')}>
        <Radio.Group
          options={HL7_CHARSETS.map((value) => ({ value, label: t(`charset.${value}`) }))}
        />
      </Field>
      <Field name="pdf" label={t('field.pdf')} hint={t('hint.pdf')}>
        <Switch />
      </Field>
    </>
  )
}

function DicomFields() {
  const { t } = useTranslation('destinations')
  return (
    <>
      <HostFields />
      <Field name="called_title" label={t('field.called_title')} hint={t('hint.called_title')}>
        <Input autoComplete="off" maxLength={16} />
      </Field>
      <Field name="calling_title" label={t('field.calling_title')} hint={t('hint.calling_title')}>
        <Input autoComplete="off" maxLength={16} />
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

/** What we show to a server that asks for it. The key is told to nobody again. */
function CertificateField({ kept }: { kept: Destination['certificate'] }) {
  const { t } = useTranslation('destinations')
  const hint = kept
    ? t('hint.certificate_kept', { subject: kept.subject, until: formatInstant(kept.until) })
    : t('hint.certificate')
  return (
    <Field name="certificate" label={t('field.certificate')} hint={hint}>
      <Input.TextArea
        autoComplete="off"
        spellCheck={false}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={CERTIFICATE_CHARS}
        placeholder="-----BEGIN CERTIFICATE-----"
      />
    </Field>
  )
}
