import { NO_HISTORY, type PatientDetail } from '@mingmou/contract'
import { Alert, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { Recorded } from '../../ui/lists/cells.tsx'
import { numbersOf } from './numbers.ts'

const COMPARED = [
  ...(['name', 'gender', 'birthday', 'ad_card_number', 'identifiers', 'phone', 'address'] as const),
  ...(['allergic_history', 'operation_history'] as const),
] as const
/** Two records that differ in one of these may be of two people. */
const IDENTIFYING = ['name', 'gender', 'birthday'] as const

export function ComparedRecords(props: {
  one: PatientDetail
  other: PatientDetail
  kept: string
  keep: (pid: string) => void
}) {
  const { t } = useTranslation('patients')
  const { one, other } = props
  const shown = (patient: PatientDetail, field: (typeof COMPARED)[number]) => {
    if (field === 'gender') return t(`gender.${patient.gender}`)
    if (field === 'identifiers') return numbersOf(t, patient.identifiers)
    return patient[field] === NO_HISTORY ? t('history.none') : patient[field]
  }
  const differ = (field: (typeof COMPARED)[number]) => shown(one, field) !== shown(other, field)
  return (
    <>
      {IDENTIFYING.some(differ) && (
        <Alert type="warning" showIcon title={t('merge.differs')} className="patient-notice" />
      )}
      <p className="soft">{t('merge.union')}</p>
      <Radio.Group
        className="merge-compared"
        value={props.kept}
        onChange={({ target }) => props.keep(target.value as string)}
      >
        <table>
          <thead>
            <tr>
              <td />
              {(
                [
                  ['this', one],
                  ['other', other],
                ] as const
              ).map(([which, { pid }]) => (
                <th key={which} scope="col">
                  {t(`merge.${which}`)}
                  <Radio value={pid} aria-label={`${t(`merge.${which}`)} ${t('merge.keep')}`}>
                    {t('merge.keep')}
                  </Radio>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {COMPARED.map((field) => (
              <tr key={field} data-differs={differ(field)}>
                <th scope="row">{t(`field.${field}`)}</th>
                {[one, other].map((patient) => (
                  <td key={patient.pid}>
                    <Recorded text={shown(patient, field)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Radio.Group>
    </>
  )
}
