import { today, type FileSays } from '@mingmou/contract'
import { Button, Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { differingParts, isSure, type Differs } from './differing.ts'
import { useFormDay } from './form-day.ts'

/** What a file says of another person, eye or day than the form, with the question whether it is kept all the same. */
export function UploadDiffers(props: {
  name: string
  differs: Differs
  onSure: (sure: boolean, day: string) => void
}) {
  const { t } = useTranslation('archives')
  const form = Form.useFormInstance()
  const day = useFormDay()
  const { differs, name } = props
  const parts = differingParts(differs, day)
  if (parts.length === 0) return null
  const { file } = differs
  const words = {
    patient: file.patient === null ? '' : t(`differs.patient.${file.patient}`),
    eye: t('differs.eye', { eyes: file.said.eyes.join(' ') }),
    record_date: t('differs.record_date', { days: file.said.days.join(' ') }),
  }
  const said = saidOf(file)
  const own = parts.includes('record_date') && file.patient === null ? ownDay(file) : null
  return (
    <p role="alert" className="upload-repeat">
      {parts.map((part) => words[part]).join(' ')}
      {file.patient !== null && said !== '' && ` ${t('differs.said', { said })}`}
      {file.patient !== null &&
        file.said.name_set !== '' &&
        ` ${t('differs.name_set', { set: file.said.name_set })}`}
      {own !== null && (
        <Button size="small" type="link" onClick={() => form.setFieldValue('record_date', own)}>
          {t('differs.takeDay', { day: own })}
        </Button>
      )}
      <Checkbox
        checked={isSure(differs, day)}
        aria-label={t('differs.keepOne', { name })}
        onChange={({ target }) => props.onSure(target.checked, day)}
      >
        {t(file.patient === null ? 'upload.repeat.keep' : 'differs.keep')}
      </Checkbox>
    </p>
  )
}

/** The one day that the file says, where a sitting may have it. */
function ownDay({ said: { days } }: FileSays): string | null {
  const [day = '', other] = days
  return other === undefined && day <= today() ? day : null
}

const saidOf = ({ said: { number, name, birthday } }: FileSays) =>
  [number, name, birthday].filter((word) => word !== '').join(' · ')
