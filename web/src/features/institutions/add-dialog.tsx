import { adminAddInstitution, today } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { InstitutionFields } from './institution-fields.tsx'
import { institutionsChanged } from './queries.ts'

const NAMES = { shortName: 'short_name', areaId: 'area_id' } as const

export function AddInstitutionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('institutions')
  return (
    <CallDialog
      title={t('add.title')}
      call={adminAddInstitution}
      width="7.6rem"
      initial={{ join_time: today() }}
      fallback={t('add.failed')}
      onClose={onClose}
      done={({ email }) => t('add.done', { email })}
      onDone={institutionsChanged}
    >
      <p className="soft dialog-hint">{t('add.hint')}</p>
      <div className="form-grid">
        <InstitutionFields names={NAMES} />
        <Field name="email" label={t('field.email')}>
          <Input inputMode="email" autoComplete="off" />
        </Field>
        <Field name="join_time" label={t('field.join_time')}>
          <DateInput />
        </Field>
      </div>
    </CallDialog>
  )
}
