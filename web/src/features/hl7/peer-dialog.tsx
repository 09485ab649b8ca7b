import { addHl7Peer, MODALITIES, setHl7Peer, type Hl7Peer } from '@mingmou/contract'
import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { peersChanged } from './queries.ts'

/** A system that sends: null is one more. */
export function PeerDialog({ peer, onClose }: { peer: Hl7Peer | null; onClose: () => void }) {
  const { t } = useTranslation('hl7')
  const text = peer === null ? 'add' : 'edit'
  const codes = Object.fromEntries(
    MODALITIES.map(({ key }) => [`codes_${key}`, peer?.codes[key] ?? []]),
  )
  const named = peer && {
    name: peer.name,
    application: peer.application,
    facility: peer.facility,
  }
  const parts = {
    title: t(`${text}.title`),
    fallback: t(`${text}.failed`),
    done: t(`${text}.done`),
    initial: { ...named, addresses: peer?.addresses ?? [], ...codes },
    onClose,
    onDone: peersChanged,
  }
  return peer === null ? (
    <CallDialog {...parts} call={addHl7Peer}>
      <Fields />
    </CallDialog>
  ) : (
    <CallDialog {...parts} call={setHl7Peer} fixed={{ peer_id: peer.peer_id }}>
      <Fields />
    </CallDialog>
  )
}

function Fields() {
  const { t } = useTranslation('hl7')
  const tags = (
    <Select
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[' ', ',', ';', '，', '；']}
    />
  )
  return (
    <>
      <Field name="name" label={t('field.name')} hint={t('hint.name')}>
        <Input autoFocus autoComplete="off" />
      </Field>
      <Field name="application" label={t('field.application')} hint={t('hint.application')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="facility" label={t('field.facility')} hint={t('hint.facility')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="addresses" label={t('field.addresses')} hint={t('hint.addresses')}>
        {tags}
      </Field>
      {MODALITIES.map(({ key }) => (
        <Field
          key={key}
          name={`codes_${key}`}
          label={t('field.codesOf', { kind: t(`kinds:${key}.listed`) })}
          hint={t('hint.codes')}
        >
          {tags}
        </Field>
      ))}
    </>
  )
}
