import type { FundusFindings, Language } from '@mingmou/contract'
import { ofPatient } from '../fundus/patient.ts'
import { suspicion } from './nerve.ts'
import {
  CAUTION,
  fixed,
  followUp,
  indexOf,
  joined,
  NOTHING,
  OEDEMA,
  REVIEW,
  sentence,
  STAGES,
  type Both,
} from './words.ts'

interface BothEyes {
  OD: FundusFindings | null
  OS: FundusFindings | null
}

/** The draft for both eyes of a patient together, by the worse one; null unless both could be judged. */
export function draftPatientOpinion({ OD, OS }: BothEyes, language: Language): string | null {
  if (!OD?.gradable || !OS?.gradable) return null
  const found = ofPatient(OD, OS)
  const { dr_grade: stage, asymmetry } = found
  const open: Both = [
    '仅一只眼可分级，患者分级可能更高',
    'only one eye could be graded; the patient may be worse',
  ]
  const ratios: Both =
    asymmetry === null
      ? NOTHING
      : [
          `双眼垂直杯盘比相差${fixed(asymmetry, 2)}`,
          `vertical cup-to-disc ratios differ by ${fixed(asymmetry, 2)}`,
        ]
  const parts: Both[] = [
    stage === null
      ? ['双眼均未能分级。', 'Neither eye could be graded.']
      : sentence(
          joined(
            [['双眼综合（以较重眼计）', 'both eyes, by the worse'], STAGES[stage]],
            ['：', ': '],
          ),
        ),
    sentence(stage !== null && !found.graded ? open : NOTHING),
    sentence(found.macular_oedema ? OEDEMA : NOTHING),
    // An eye without a stage may be worse than one that is well.
    stage === null
      ? NOTHING
      : sentence(found.graded || stage >= 2 ? followUp(stage, found.macular_oedema) : REVIEW),
    sentence(ratios),
    found.glaucoma ? suspicion(found.glaucoma) : NOTHING,
    CAUTION,
  ]
  const at = indexOf(language)
  return parts
    .map((part) => part[at])
    .filter((part) => part !== '')
    .join(at ? ' ' : '')
}
