import { IMG_TYPE, type Archive } from '@mingmou/contract'
import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'
import { ScaleInput } from './scale-input.tsx'

/** Whether the pupil was small or dilated. */
export function ArchiveFields() {
  const { t } = useTranslation('archives')
  const types = Object.values(IMG_TYPE).map((value) => ({ value, label: t(`type.${value}`) }))
  return (
    <Field name="img_type" label={t('field.img_type')}>
      <Radio.Group options={types} />
    </Field>
  )
}

export function ArchiveOnce() {
  const { t } = useTranslation('archives')
  return (
    <Field name="mm_per_px" label={t('field.mm_per_px')} hint={t('scale.hint')}>
      <ScaleInput />
    </Field>
  )
}

export function ArchiveFact({ archive }: { archive: Archive }) {
  const { t } = useTranslation('archives')
  return t(`type.${archive.img_type}`)
}
