import { MODALITIES } from '@mingmou/contract'
import { PatientArchives } from '../features/archives/archives.tsx'
import { UploadButton } from '../features/archives/upload-button.tsx'
import { PatientDetailPage } from '../features/patients/detail-page.tsx'
import { OfModality } from '../modalities/use-modality.ts'

/** The one place where a patient's page and the archives' part of it meet. */
export function Component() {
  return (
    <PatientDetailPage
      archives={MODALITIES.map(({ key }) => ({
        key,
        of: (pid) => (
          <OfModality value={key}>
            <PatientArchives pid={pid} />
          </OfModality>
        ),
      }))}
      upload={(pid) => <UploadButton pid={pid} />}
    />
  )
}
