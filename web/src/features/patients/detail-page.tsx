import type { Language } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Result } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { auditPath, diagnosisPath, PATHS } from '../../paths.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { language } from '../../lib/texts/i18n.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { ViewerButton } from '../../ui/viewer/viewer-button.tsx'
import { BasicInfo } from './basic-info.tsx'
import { Documents } from './documents.tsx'
import { IncompleteNotice } from './incomplete.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { MergedNotice } from './merged-notice.tsx'
import { EditPatientDialog } from './patient-dialogs.tsx'
import { PatientHead } from './patient-head.tsx'
import { patientQuery } from './queries.ts'
import { RecordParts } from './record-parts.tsx'
import './patients.css'

/** A tab that belongs to another feature and is passed in. */
interface Part {
  key: string
  /** Its name; without one it is at `tab` of the texts. */
  label?: (language: Language) => string
  of: (pid: string) => React.ReactNode
  /** Asks for what the open tab shows, beside the patient: it need not wait for the name. */
  ahead?: (pid: string) => void
}

/** One patient. */
export function PatientDetailPage({
  overview,
  parts,
  upload,
}: {
  /** The first part: the visits. */
  overview?: (pid: string) => React.ReactNode
  parts: readonly Part[]
  /** The upload of a sitting, of the kind of image whose tab is open. */
  upload: (pid: string, tab: string) => React.ReactNode
}) {
  const { t } = useTranslation('patients')
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const asked = params.get('pid') ?? ''
  const [editing, setEditing] = useState(false)
  const [merging, setMerging] = useState(params.has('merge'))
  const isMain = useSession()?.role === '3'
  const query = useQuery({ ...patientQuery(asked), enabled: asked !== '' })
  const patient = query.data
  /** Another record may stand for the one in the address: what is added is filed under it. */
  const pid = patient?.pid ?? asked
  const tabs = [...(overview ? ['overview'] : []), 'basic', ...parts.map(({ key }) => key)]
  const tab = tabs.find((tab) => tab === params.get('tab')) ?? tabs[0] ?? 'basic'
  const ahead = parts.find(({ key }) => key === tab)?.ahead
  useEffect(() => {
    if (asked !== '') ahead?.(asked)
  }, [asked, ahead])
  const list = (
    <Button onClick={() => void navigate(PATHS.patients)}>{t('detail.backToList')}</Button>
  )
  if (asked === '') return <Result status="warning" title={t('detail.noPatient')} extra={list} />
  if (query.isError && !patient)
    return <Failed title={t('detail.failed')} query={query} extra={list} />
  if (!patient) return <Loading />
  const basic = {
    key: 'basic',
    of: () => (
      <>
        <BasicInfo patient={patient} />
        <Documents pid={pid} />
      </>
    ),
  }
  const all: readonly Part[] = [
    ...(overview ? [{ key: 'overview', of: overview }] : []),
    basic,
    ...parts,
  ]
  const items = all.map(({ key, label, of }) => ({
    key,
    label: label?.(language()) ?? t(`tab.${key}`),
    children: of(pid),
  }))
  return (
    <>
      <PatientHead patient={patient}>
        {list}
        {isMain && <Button href={`#${auditPath(pid)}`}>{t('detail.audit')}</Button>}
        <Button onClick={() => setMerging(true)}>{t('merge.button')}</Button>
        <ViewerButton pid={pid} />
        <Button href={`#${diagnosisPath({ tab: 0, pid })}`}>{t('list.diagnose')}</Button>
        {upload(pid, tab)}
      </PatientHead>
      <MergedNotice patient={patient} />
      <IncompleteNotice patient={patient} complete={() => setEditing(true)} />
      {merging && (
        <MergeDialog
          patient={patient}
          other={params.get('merge')}
          onClose={() => setMerging(false)}
          onMerged={(kept) => setParams({ pid: kept, tab }, { replace: true })}
        />
      )}
      {editing && <EditPatientDialog patient={patient} onClose={() => setEditing(false)} />}
      <RecordParts
        items={items}
        open={tab}
        onOpen={(next) => setParams({ pid, tab: next }, { replace: true })}
      />
    </>
  )
}
