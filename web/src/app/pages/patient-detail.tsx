import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import {
  FIRST_MODALITY,
  imagesName,
  MODALITIES,
  PATIENT_RECORDS,
  wordingIn,
  type Language,
  type PatientRecordKey,
} from '@mingmou/contract'
import { PatientArchives } from '../../features/archives/archives.tsx'
import { analysesQuery, archivesQuery } from '../../features/archives/queries.ts'
import { UploadButton } from '../../features/archives/upload/upload-button.tsx'
import { PatientComplications } from '../../features/complications/complications.tsx'
import { PatientConditions } from '../../features/dm-conditions/conditions.tsx'
import { PatientEyeExams } from '../../features/eye-exams/eye-exams.tsx'
import { OrderButton } from '../../features/orders/order-button.tsx'
import { PatientDetailPage } from '../../features/patients/detail-page.tsx'
import { PatientOverview } from '../../features/trends/overview.tsx'
import { queryClient } from '../../lib/calls/query-client.ts'
import { DialogHost } from '../../ui/dialogs/dialog-host.tsx'
import { Loading } from '../../ui/states/states.tsx'
import { OfModality } from '../../modalities/use-modality.ts'

/** With its charts: loaded when it is opened. */
const PatientTrends = lazy(() => import('../../features/trends/trends.tsx'))

const tabOf = (record: PatientRecordKey) => (language: Language) =>
  wordingIn(PATIENT_RECORDS[record].tab, language)

/** The records of a patient that are features of their own. */
const RECORDS = [
  { key: 'diabetes', of: (pid: string) => <PatientConditions pid={pid} /> },
  {
    key: 'complications',
    label: tabOf('complication'),
    of: (pid: string) => <PatientComplications pid={pid} />,
  },
  {
    key: 'exams',
    label: tabOf('exam'),
    of: (pid: string) => <PatientEyeExams pid={pid} />,
  },
]
const IMAGES = MODALITIES.map(({ key }) => ({
  key,
  label: (language: Language) => imagesName(key, language),
  of: (pid: string) => (
    <OfModality value={key}>
      <PatientArchives pid={pid} />
    </OfModality>
  ),
  ahead: (pid: string) => {
    // The tab shows what fails.
    void queryClient.query(archivesQuery(key, pid)).catch(() => undefined)
    void queryClient.query(analysesQuery(key, pid)).catch(() => undefined)
  },
}))

const TRENDS = {
  key: 'trends',
  of: (pid: string) => (
    <Suspense fallback={<Loading />}>
      <PatientTrends pid={pid} />
    </Suspense>
  ),
}

const uploadOf = (pid: string, tab: string) => (
  <OfModality value={MODALITIES.find(({ key }) => key === tab)?.key ?? FIRST_MODALITY.key}>
    <UploadButton pid={pid} />
  </OfModality>
)

/** Photographs of the kind whose tab is open are ordered or uploaded. */
const photographsOf = (pid: string, tab: string) => (
  <>
    <OrderButton
      pid={pid}
      modality={MODALITIES.find(({ key }) => key === tab)?.key ?? FIRST_MODALITY.key}
    />
    {uploadOf(pid, tab)}
  </>
)

/** The one place that joins a patient's page and its tabs. */
export function Component() {
  const [params] = useSearchParams()
  return (
    <DialogHost of={params.get('pid')}>
      <PatientDetailPage
        overview={(pid) => <PatientOverview pid={pid} upload={uploadOf(pid, FIRST_MODALITY.key)} />}
        parts={[...RECORDS, ...IMAGES, TRENDS]}
        upload={photographsOf}
      />
    </DialogHost>
  )
}
