import type { RefusedAlike } from '@mingmou/contract'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import './add-patient.css'

export type Alike = RefusedAlike['alike']

/** Patients of the name and birthday that were entered: they may be the same person. */
export function AlikePatients(props: { alike: Alike; onOpen: (pid: string) => void }) {
  const { t } = useTranslation('patients')
  if (props.alike.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('alike.title')}
      description={
        <ul className="patient-alike">
          {props.alike.map(({ pid, name, ad_card_number, birthday, last_visit }) => (
            <li key={pid}>
              {name} · {birthday} · {ad_card_number} ·{' '}
              {last_visit ? t('alike.visit', { date: last_visit }) : t('list.noVisit')}{' '}
              <Button size="small" onClick={() => props.onOpen(pid)}>
                {t('alike.open', { card: ad_card_number })}
              </Button>
            </li>
          ))}
        </ul>
      }
    />
  )
}
