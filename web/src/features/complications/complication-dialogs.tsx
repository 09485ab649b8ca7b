import { addComplication, Complication, setComplication } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { VersionedDialog } from '../../ui/dialogs/versioned-dialog.tsx'
import { complicationsChanged } from './queries.ts'
import { FIELDS, readValue } from './fields.ts'

export function AddComplicationDialog({ pid, onClose }: { pid: string; onClose: () => void }) {
  const { t } = useTranslation('complications')
  return (
    <CallDialog
      title={t('add')}
      call={addComplication}
      fixed={{ pid }}
      fallback={t('addFailed')}
      onClose={onClose}
      done={t('added')}
      onDone={complicationsChanged}
    >
      <Fields />
    </CallDialog>
  )
}

export function EditComplicationDialog({
  record,
  onClose,
}: {
  record: Complication
  onClose: () => void
}) {
  const { t } = useTranslation('complications')
  return (
    <VersionedDialog
      title={t('edit')}
      call={setComplication}
      id={{ row_id: record.row_id }}
      record={record}
      schema={Complication}
      labels={Object.fromEntries(FIELDS.map((name) => [name, t(`field.${name}`)]))}
      shown={(name, value) => readValue(name, typeof value === 'string' ? value : null)}
      done={t('saved')}
      fallback={t('saveFailed')}
      onDone={complicationsChanged}
      onClose={onClose}
    >
      <Fields />
    </VersionedDialog>
  )
}

function Fields() {
  const { t } = useTranslation('complications')
  return (
    <>
      <Field name="disease_type" label={t('field.disease_type')}>
        <Input autoFocus placeholder={t('hint.disease_type')} />
      </Field>
      <Field name="start_date" label={t('field.start_date')}>
        <DateInput partial />
      </Field>
      <Field name="end_date" label={t('field.end_date')} hint={t('hint.end_date')}>
        <DateInput partial />
      </Field>
      <Field name="treat_plan" label={t('field.treat_plan')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
    </>
  )
}
