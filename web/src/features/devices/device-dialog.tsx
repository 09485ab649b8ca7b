import { MODALITIES, type Call, type Modality } from '@mingmou/contract'
import { Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { OfModality, useModality } from '../../modalities/use-modality.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { DeviceInput } from '../../ui/forms/device-input.tsx'
import { devicesChanged } from './queries.ts'

export function DeviceDialog(props: {
  call: Call
  fixed?: object
  initial: Record<string, unknown>
  modality: Modality
  onModality: (modality: Modality) => void
  onClose: () => void
  text: 'add' | 'edit'
}) {
  const { t } = useTranslation('devices')
  const { text, modality } = props
  return (
    <CallDialog
      title={t(`${text}.title`)}
      call={props.call}
      {...(props.fixed && { fixed: props.fixed })}
      initial={props.initial}
      fallback={t(`${text}.failed`)}
      onClose={props.onClose}
      done={t(`${text}.done`)}
      onDone={devicesChanged}
    >
      <Field name="name" label={t('field.name')} hint={t('hint.name')}>
        <Input autoFocus autoComplete="off" />
      </Field>
      <Field name="ae_title" label={t('field.ae_title')} hint={t('hint.ae_title')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="addresses" label={t('field.addresses')} hint={t('hint.addresses')}>
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[' ', ',', ';', '，', '；']}
        />
      </Field>
      <Field name="port" label={t('field.port')} hint={t('hint.port')}>
        <InputNumber min={1} max={65_535} precision={0} controls={false} />
      </Field>
      <Field name="modality" label={t('field.modality')}>
        <Select
          onChange={props.onModality}
          options={MODALITIES.map(({ key }) => ({ value: key, label: t(`kinds:${key}.device`) }))}
        />
      </Field>
      <OfModality value={modality}>
        <KindFields key={modality} />
      </OfModality>
    </CallDialog>
  )
}

/** What the archives of its photographs say. */
function KindFields() {
  const { t } = useTranslation('devices')
  const { view } = useModality()
  return (
    <>
      <Field
        name="collect_device"
        label={t('archives:field.collect_device')}
        hint={t('hint.collect_device')}
      >
        <DeviceInput />
      </Field>
      <view.archive.Fields />
    </>
  )
}
