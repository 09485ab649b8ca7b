import { takenOver, type AnalysedImage, type AnalysisResult } from '@mingmou/contract'
import { type BothEyes, chosenOf, EYES } from '../sitting/both-eyes.ts'
import type { Scope } from './report-scope.tsx'

/** The content of the report, and the reports that exist already. */
export function wantedOf(
  { result, image, scope }: { result: AnalysisResult; image: AnalysedImage; scope: Scope },
  eyes: BothEyes | null,
) {
  const { image_id: record, patient_opinion } = result
  if (eyes === null || scope.of === 'one')
    return {
      name: `${record}/${image.image_index}`,
      draft: takenOver(image.opinion),
      drafts: [image.opinion, patient_opinion ?? ''],
      reports: image.reports,
      photographs: { image_index: image.image_index, fellow_index: undefined },
    }
  const chosen = EYES.map((eye) => chosenOf(eyes, eye, scope.picked))
  const [OD, OS] = chosen.map(({ image_index }) => image_index)
  return {
    name: `${record}/both`,
    draft: takenOver(patient_opinion ?? ''),
    drafts: [patient_opinion ?? '', ...chosen.map(({ opinion }) => opinion)],
    reports: result.reports,
    photographs: { image_index: OD ?? 0, fellow_index: OS ?? 0 },
  }
}

export type Wanted = ReturnType<typeof wantedOf>
