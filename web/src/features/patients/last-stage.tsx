import type { LastResult } from '@mingmou/contract'
import { OfModality } from '../../modalities/use-modality.ts'
import { EyeTags } from '../../ui/findings/eye-tags.tsx'

/** Each eye by the newest analysed sitting, with its day where the patient was here again since. */
export function LastStage({ result, visit }: { result: LastResult; visit: string | null }) {
  return (
    <OfModality value={result.modality}>
      <EyeTags eyes={result.eyes} />
      {result.record_date !== visit && <small className="soft">{result.record_date}</small>}
    </OfModality>
  )
}
