import { FIRST_MODALITY, MODALITIES } from '@mingmou/contract'
import { PatientArchives } from '../features/archives/archives.tsx'
import { UploadButton } from '../features/archives/upload-button.tsx'
import { PatientDetailPage } from '../features/patients/detail-page.tsx'
import { OfModality } from '../modalities/use-modality.ts'

/** The one place that joins a patient's page and its tab of archives. */
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
      upload={(pid, tab) => (
        <OfModality value={MODALITIES.find(({ key }) => key === tab)?.key ?? FIRST_MODALITY.key}>
          <UploadButton pid={pid} />
        </OfModality>
      )}
    />
  )
}
