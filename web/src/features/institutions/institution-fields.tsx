import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { AreaInput } from '../../ui/forms/areas.tsx'
import { Field } from '../../ui/forms/field.tsx'

/** The fields of an institution; two calls name two of them differently. */
export function InstitutionFields({
  names,
}: {
  names: { shortName: 'shortName' | 'short_name'; areaId: 'areaId' | 'area_id' }
}) {
  const { t } = useTranslation('institutions')
  return (
    <>
      <Field name="name" label={t('field.name')}>
        <Input autoFocus autoComplete="organization" />
      </Field>
      <Field name={names.shortName} label={t('field.short_name')}>
        <Input />
      </Field>
      <Field name="contact" label={t('field.contact')}>
        <Input autoComplete="name" />
      </Field>
      <Field name="phone" label={t('field.phone')}>
        <Input inputMode="tel" autoComplete="tel" />
      </Field>
      <Field name={names.areaId} label={t('field.area_id')}>
        <AreaInput />
      </Field>
      <Field name="address" label={t('field.address')}>
        <Input autoComplete="street-address" />
      </Field>
      <Field name="describes" label={t('field.describes')} className="wide">
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} maxLength={200} showCount />
      </Field>
    </>
  )
}
