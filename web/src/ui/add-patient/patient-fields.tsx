import { GENDER, professionName, PROFESSIONS } from '@mingmou/contract'
import { Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { AreaInput } from '../forms/areas.tsx'
import { Field } from '../forms/field.tsx'
import { DateInput } from '../forms/date-input.tsx'
import { HistoryInput } from './history-input.tsx'
import { IdentifiersInput } from './identifiers-input.tsx'

/** The fields of a patient, two beside each other. */
export function PatientFields() {
  const { t, i18n } = useTranslation('patients')
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  const genders = [GENDER.male, GENDER.female].map((value) => ({
    value,
    label: t(`gender.${value}`),
  }))
  const professions = PROFESSIONS.map((value) => ({
    value,
    label: professionName(value, language),
  }))
  return (
    <div className="form-grid">
      <Field name="name" label={t('field.name')}>
        <Input autoFocus />
      </Field>
      <Field name="ad_card_number" label={t('field.ad_card_number')}>
        <Input />
      </Field>
      <Field name="gender" label={t('field.gender')}>
        <Radio.Group options={genders} />
      </Field>
      <Field name="birthday" label={t('field.birthday')}>
        <DateInput placeholder={t('common:date.birthday')} />
      </Field>
      <Field name="phone" label={t('field.phone')}>
        <Input inputMode="tel" />
      </Field>
      <Field name="profession" label={t('field.profession')}>
        <Select options={professions} placeholder={t('hint.choose')} />
      </Field>
      <Field name="area_id" label={t('field.area_id')}>
        <AreaInput />
      </Field>
      <Field name="address" label={t('field.address')}>
        <Input placeholder={t('hint.address')} />
      </Field>
      <Field name="identifiers" label={t('field.identifiers')} className="wide" parts>
        <IdentifiersInput />
      </Field>
      <Field name="allergic_history" label={t('field.allergic_history')} className="wide">
        <HistoryInput />
      </Field>
      <Field name="operation_history" label={t('field.operation_history')} className="wide">
        <HistoryInput />
      </Field>
    </div>
  )
}
