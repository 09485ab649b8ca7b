import { UploadButton } from '../features/archives/upload-button.tsx'
import { DiagnosisPage } from '../features/diagnosis/diagnosis-page.tsx'

/** The workspace with the archives' upload in it. */
export function Component() {
  return <DiagnosisPage upload={(pid) => <UploadButton pid={pid} size="small" />} />
}
