import type { Archive } from '@mingmou/contract'
import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'

/** By the contract: 1 of 3x3 mm, 2 of 6x6 mm. */
const BREADTHS = [1, 2] as const

/** How large the scan is: every millimetre follows from it. */
export function ArchiveFields() {
  const { t } = useTranslation('archives')
  const types = BREADTHS.map((value) => ({ value, label: t(`kinds:octa.words.type.${value}`) }))
  return (
    <Field name="img_type" label={t('kinds:octa.words.field.img_type')}>
      <Radio.Group options={types} />
    </Field>
  )
}

export function ArchiveOnce() {
  return null
}

export function ArchiveFact({ archive }: { archive: Archive }) {
  const { t } = useTranslation('archives')
  return t(`kinds:octa.words.type.${archive.img_type}`)
}
