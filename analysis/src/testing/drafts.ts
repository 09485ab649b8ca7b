import {
  opinionSections,
  type Eye,
  type FundusFindings,
  type Language,
  type OpinionPart,
} from '@mingmou/contract'
import { SAMPLE_FINDINGS as sample } from '@mingmou/contract/testing'
import { draftOpinion, type Photograph } from '../fundus/opinion/index.ts'

export const alone = (findings: FundusFindings, language: Language) =>
  draftOpinion([{ index: 0, eye: findings.eye, findings }], 0, language)
export const partOf = (text: string | null, part: OpinionPart) =>
  opinionSections(text ?? '').find((section) => section.part === part)?.lines ?? []

export const dr = (traits: Partial<NonNullable<FundusFindings['dr']>>) =>
  sample.dr && { ...sample.dr, ...traits }
/** No lesion, a small cup, hardly any doubt. */
export const well: FundusFindings = {
  ...sample,
  dr_grade: 0,
  dr_referable_probability: 0.02,
  vcdr: 0.6,
  dr: dr({
    rule: 'no_lesion',
    referable: false,
    macular_oedema: false,
    stages: [0.92, 0.06, 0.015, 0.004, 0.001],
  }),
  glaucoma: { band: 'low', signs: [] },
}
/** Lesions that the network does not confirm. */
export const conflict: FundusFindings = {
  ...sample,
  dr_grade: null,
  dr_referable_probability: 0.02,
  dr: dr({ agreed: false, macular_oedema: false }),
  not_measured: { ...sample.not_measured, dr_grade: 'evidence_conflicts' },
}
export const sitting = (
  ...photographs: [eye: Eye | null, findings: FundusFindings | null][]
): Photograph[] => photographs.map(([eye, findings], index) => ({ index, eye, findings }))
