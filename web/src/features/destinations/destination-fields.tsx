import { DESTINATION_KINDS, type Destination, type DestinationKind } from '@mingmou/contract'
import { Form, Input, Radio, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'
import { PORTS } from './destination-values.ts'
import { StowFields } from './stow-fields.tsx'
import { DicomFields } from './dicom-fields.tsx'
import { Hl7Fields } from './hl7-fields.tsx'
import { CertificateField } from './certificate-field.tsx'

export function DestinationFields({ kept }: { kept: Destination | null }) {
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
