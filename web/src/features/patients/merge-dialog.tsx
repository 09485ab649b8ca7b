import {
  diagnosticPatients,
  mergePatients,
  NO_HISTORY,
  type Patient,
  type PatientDetail,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/calls/call-query.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { Recorded } from '../../ui/lists/cells.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { numbersOf } from './numbers.ts'
import { patientQuery } from './queries.ts'

/** The other record is looked for, compared with this one, and one of them is chosen to stand for both. */
export function MergeDialog(props: {
  patient: PatientDetail
  /** The other record, where it is known already. */
  other?: string | null
  onClose: () => void
  onMerged: (pid: string) => void
}) {
  const { t } = useTranslation('patients')
  const confirm = useConfirm()
  const { patient, onClose } = props
  const [chosen, setChosen] = useState<string | null>(props.other ?? null)
  const [kept, setKept] = useState(patient.pid)
  const other = useQuery({ ...patientQuery(chosen ?? ''), enabled: chosen !== null })
  const merge = ({ pid, name }: Patient) => {
    const merged = kept === pid ? patient : { pid, name }
    confirm(
      'merge.patient',
      merged.name,
      mergePatients,
      { pid: kept, merged_pid: merged.pid },
      async () => {
        await queryClient.invalidateQueries()
        onClose()
        props.onMerged(kept)
      },
    )
  }
  return (
    <Modal
      open
      centered
      width="7.6rem"
      title={t('merge.title')}
      mask={{ closable: false }}
      closable={{ 'aria-label': t('common:action.close') }}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>,
        <Button
          key="merge"
          type="primary"
          danger
          disabled={!other.data}
          onClick={() => other.data && merge(other.data)}
        >
          {t('merge.next')}
        </Button>,
      ]}
    >
      <OtherRecords
        patient={patient}
        chosen={chosen}
        choose={(pid) => {
          setChosen(pid)
          setKept(patient.pid)
        }}
      />
      {other.isError && <Failed title={t('merge.failed')} query={other} />}
      {other.data && <Compared one={patient} other={other.data} kept={kept} keep={setKept} />}
    </Modal>
  )
}

function OtherRecords(props: {
  patient: Patient
  chosen: string | null
  choose: (pid: string) => void
}) {
  const { t } = useTranslation('patients')
  const [keyword, setKeyword] = useState(props.patient.name)
  const query = useQuery(callQuery(diagnosticPatients, { keyword: keyword.trim() }))
  const found = query.data?.data.filter(({ pid }) => pid !== props.patient.pid)
  return (
    <>
      <Input.Search
        value={keyword}
        maxLength={64}
        aria-label={t('merge.search')}
        placeholder={t('merge.search')}
        onChange={({ target }) => setKeyword(target.value)}
      />
      {query.isPending && <Loading />}
      {query.isError && <Failed title={t('merge.failed')} query={query} />}
      {found?.length === 0 && <Nothing hint={t('merge.none')} />}
      {found && found.length > 0 && (
        <Radio.Group
          className="merge-found"
          aria-label={t('merge.choose')}
          value={props.chosen}
          onChange={({ target }) => props.choose(target.value as string)}
          options={found.map(({ pid, name, gender, birthday, ad_card_number }) => ({
            value: pid,
            label: `${name} · ${t(`gender.${gender}`)} · ${birthday} · ${ad_card_number}`,
          }))}
        />
      )}
    </>
  )
}

const COMPARED = [
  ...(['name', 'gender', 'birthday', 'ad_card_number', 'identifiers', 'phone', 'address'] as const),
  ...(['allergic_history', 'operation_history'] as const),
] as const
/** Two records that differ in one of these may be of two people. */
const IDENTIFYING = ['name', 'gender', 'birthday'] as const

function Compared(props: {
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
