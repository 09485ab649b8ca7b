import { mergePatients, type Patient, type PatientDetail } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../lib/calls/query-client.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { Failed } from '../../ui/states/states.tsx'
import { patientQuery } from './queries.ts'
import { OtherRecords } from './other-records.tsx'
import { ComparedRecords } from './compared-records.tsx'

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
      'danger',
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
      {other.data && (
        <ComparedRecords one={patient} other={other.data} kept={kept} keep={setKept} />
      )}
    </Modal>
  )
}
