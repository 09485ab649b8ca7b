import { PatientArchives } from '../features/archives/archives.tsx'
import { UploadButton } from '../features/archives/upload-button.tsx'
import { PatientDetailPage } from '../features/patients/detail-page.tsx'

/** The one place where a patient's page and the archives' part of it meet. */
export function Component() {
  return (
    <PatientDetailPage
      fundus={(pid) => <PatientArchives pid={pid} />}
      upload={(pid) => <UploadButton pid={pid} />}
    />
  )
}
