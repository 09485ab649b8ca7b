import { OWN_SETTINGS, RECORD_YEARS, setInstitutionInfo, type Institution } from '@mingmou/contract'
import { InputNumber, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { InstitutionFields } from './institution-fields.tsx'
import { LogoInput } from './logo-input.tsx'
import { institutionsChanged } from './queries.ts'

const NAMES = { shortName: 'shortName', areaId: 'areaId' } as const

/** `isOwn`: the institution is the caller's, who sees what it decides itself. */
export function EditInstitutionDialog(props: {
  institution: Institution
  isOwn: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('institutions')
  const { isOwn, institution } = props
  const { oid, name, short_name, describes, contact, phone, area_id, address, logo } = institution
  const { auto_analyse, sign_password } = institution
  const own = OWN_SETTINGS.map((setting) => [setting, institution[setting]] as const)
  return (
    <CallDialog
      title={t('edit.title')}
      call={setInstitutionInfo}
      width="7.6rem"
      fixed={{ oid }}
      initial={{
        name,
        shortName: short_name,
        describes,
        contact,
        phone,
        areaId: area_id,
        address,
        auto_analyse,
        sign_password,
        ...(isOwn && Object.fromEntries(own)),
      }}
      fallback={t('edit.failed')}
      onClose={props.onClose}
      done={t('edit.done')}
      onDone={institutionsChanged}
    >
      <div className="form-grid">
        <Field name="logo" label={t('field.logo')} className="wide">
          <LogoInput present={logo} name={name} />
        </Field>
        <InstitutionFields names={NAMES} />
        <Field name="auto_analyse" label={t('field.auto_analyse')} className="wide">
          <Switch />
        </Field>
        <Field name="sign_password" label={t('field.sign_password')} className="wide">
          <Switch />
        </Field>
        {isOwn && <OwnSettings />}
      </div>
    </CallDialog>
  )
}

/** What an institution decides itself. */
function OwnSettings() {
  const { t } = useTranslation('institutions')
  return (
    <>
      <Field
        name="require_factor"
        label={t('field.require_factor')}
        hint={t('require_factor.hint')}
        className="wide"
      >
        <Switch />
      </Field>
      <Field
        name="share_images"
        label={t('field.share_images')}
        hint={t('share_images.hint')}
        className="wide"
      >
        <Switch />
      </Field>
      <Field
        name="erasure_years"
        label={t('field.erasure_years')}
        hint={t('erasure_years.hint')}
        className="wide"
      >
        <InputNumber min={RECORD_YEARS} max={100} precision={0} />
      </Field>
    </>
  )
}
