import {
  addDevice,
  FIRST_MODALITY,
  MODALITIES,
  setCalledTitle,
  setDevice,
  type Call,
  type Device,
  type Modality,
} from '@mingmou/contract'
import { Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OfModality, useModality } from '../../modalities/use-modality.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/call-form.tsx'
import { DeviceInput } from '../../ui/forms/device-input.tsx'
import { devicesChanged } from './queries.ts'

export function AddDeviceDialog({ onClose }: { onClose: () => void }) {
  const [modality, setModality] = useState<Modality>(FIRST_MODALITY.key)
  return (
    <DeviceDialog
      call={addDevice}
      initial={{ modality, addresses: [] }}
      modality={modality}
      onModality={setModality}
      onClose={onClose}
      text="add"
    />
  )
}

export function EditDeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const [modality, setModality] = useState<Modality>(device.modality)
  const { name, ae_title, addresses, port, collect_device, img_type } = device
  return (
    <DeviceDialog
      call={setDevice}
      fixed={{ device_id: device.device_id }}
      initial={{
        name,
        ae_title,
        addresses,
        collect_device,
        modality: device.modality,
        ...(port !== null && { port }),
        ...(img_type !== null && { img_type }),
      }}
      modality={modality}
      onModality={setModality}
      onClose={onClose}
      text="edit"
    />
  )
}

function DeviceDialog(props: {
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

export function TitleDialog(props: { ae_title: string; onClose: () => void }) {
  const { t } = useTranslation('devices')
  return (
    <CallDialog
      title={t('title_dialog.title')}
      call={setCalledTitle}
      initial={{ ae_title: props.ae_title }}
      fallback={t('title_dialog.failed')}
      onClose={props.onClose}
      done={t('title_dialog.done')}
      onDone={devicesChanged}
    >
      <Field name="ae_title" label={t('called.ae_title')} hint={t('title_dialog.hint')}>
        <Input autoFocus autoComplete="off" spellCheck={false} />
      </Field>
    </CallDialog>
  )
}
