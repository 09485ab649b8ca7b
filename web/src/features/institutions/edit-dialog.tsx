import { setInstitutionInfo, type Institution } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../lib/notices.ts'
import { AreaInput } from '../../ui/areas.tsx'
import { CallDialog } from '../../ui/call-dialog.tsx'
import { Field } from '../../ui/call-form.tsx'
import { LogoInput } from './logo-input.tsx'
import { institutionsChanged } from './queries.ts'

export function EditInstitutionDialog(props: { institution: Institution; onClose: () => void }) {
  const { t } = useTranslation('institutions')
  const { oid, name, short_name, describes, contact, phone, area_id, address, logo } =
    props.institution
  return (
    <CallDialog
      title={t('edit.title')}
      call={setInstitutionInfo}
      width="7.6rem"
      fixed={{ oid }}
      initial={{ name, shortName: short_name, describes, contact, phone, areaId: area_id, address }}
      fallback={t('edit.failed')}
      onClose={props.onClose}
      onDone={() => {
        showSuccess(t('edit.done'))
        void institutionsChanged()
        props.onClose()
      }}
    >
      <div className="form-grid">
        <Field name="logo" label={t('field.logo')} className="wide">
          <LogoInput present={logo} name={name} />
        </Field>
        <Field name="name" label={t('field.name')}>
          <Input autoFocus autoComplete="organization" />
        </Field>
        <Field name="shortName" label={t('field.short_name')}>
          <Input />
        </Field>
        <Field name="contact" label={t('field.contact')}>
          <Input autoComplete="name" />
        </Field>
        <Field name="phone" label={t('field.phone')}>
          <Input inputMode="tel" autoComplete="tel" />
        </Field>
        <Field name="areaId" label={t('field.area_id')}>
          <AreaInput />
        </Field>
        <Field name="address" label={t('field.address')}>
          <Input autoComplete="street-address" />
        </Field>
        <Field name="describes" label={t('field.describes')} className="wide">
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} maxLength={200} showCount />
        </Field>
      </div>
    </CallDialog>
  )
}
