import { ASKED_FOR, type Patient } from '@mingmou/contract'
import { Alert, Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'

const missing = (patient: Patient) => ASKED_FOR.filter((field) => patient[field] === null)

function useMissing(patient: Patient) {
  const { t } = useTranslation('patients')
  const fields = missing(patient)
  const names = fields.map((field) => t(`field.${field}`)).join(t('incomplete.comma'))
  return { count: fields.length, names }
}

/** Marks a patient of whom something was asked for and is not recorded. */
export function IncompleteTag({ patient }: { patient: Patient }) {
  const { t } = useTranslation('patients')
  const { count, names } = useMissing(patient)
  if (count === 0) return null
  return (
    <Tag className="patient-incomplete" title={t('incomplete.missing', { names })}>
      {t('incomplete.tag')}
    </Tag>
  )
}

/** Asks for what is missing when the patient is here again. */
export function IncompleteNotice(props: { patient: Patient; complete: () => void }) {
  const { t } = useTranslation('patients')
  const { count, names } = useMissing(props.patient)
  if (count === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="patient-notice"
      title={t('incomplete.missing', { names })}
      description={t('incomplete.ask')}
      action={<Button onClick={props.complete}>{t('incomplete.complete')}</Button>}
    />
  )
}
