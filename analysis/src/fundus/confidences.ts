import { LESIONS, type FundusFindings, type Lesion } from '@mingmou/contract'
import { chanceWithin, ofClass } from '../certainty/confidence.ts'
import { DECISIONS } from './decisions.ts'
import { confidenceOf } from './limits.ts'
import type { Ledger } from '../certainty/ledger.ts'
import { numbersOf } from '../certainty/numbers.ts'
import type { FoundLesion, FoundLesions, LesionRules } from './measure/lesions.ts'

type Parts = Pick<FundusFindings, 'disc' | 'macula' | 'vessel'>

/** Notes the confidence of every geometric figure in the ledger. `views` are the same figures of the single views. */
export function noteConfidences(
  { disc, macula, vessel }: Parts,
  views: readonly (readonly [name: string, value: number])[],
  ledger: Ledger,
): void {
  const figures = [
    ...(disc ? numbersOf(disc, 'disc') : []),
    ...(macula ? numbersOf(macula, 'macula') : []),
    ...(vessel ? numbersOf(vessel, 'vessel') : []),
  ]
  for (const [name, value] of figures) {
    const ofViews = views.filter(([other]) => other === name).map(([, other]) => other)
    const sure = confidenceOf(name, value, ofViews)
    if (sure) ledger.sure(name, sure)
  }
  if (disc?.rim) {
    const sure = confidenceOf('disc.rim', 0, [])
    if (sure) ledger.sure('disc.rim', sure)
  }
}

/** The chance that at least one is real. It is that of the surest, because errors repeat. */
const anyOf = (lesions: readonly FoundLesion[]) =>
  lesions.reduce((most, { chance }) => Math.max(most, chance), 0)

/**
 * Notes the confidence of the lesions and of their counts in the ledger. `counted` are those
 * behind the stage, `near` the exudates behind a suspected oedema. `absent` is the confidence that
 * there are none where none are found; null where it is not known, as it is of a kind of which some were
 * left out on scars. False lesions and, far more, overlooked ones make the error of a count.
 */
export function noteLesionConfidences(
  { counted, near }: { counted: FoundLesions; near: readonly FoundLesion[] },
  absent: number | null,
  isLeftOut: (kind: Lesion) => boolean,
  rules: LesionRules,
  ledger: Ledger,
): void {
  for (const kind of LESIONS) {
    const [found, { sensitivity }] = [counted[kind], rules[kind]]
    const real = found.reduce((sum, { chance }) => sum + chance, 0)
    const doubt = found.reduce((sum, { chance }) => sum + chance * (1 - chance), 0)
    if (found.length === 0) {
      if (absent !== null && !isLeftOut(kind)) ledger.sure(`lesions.${kind}.count`, ofClass(absent))
    } else if (sensitivity !== null) {
      const spread = Math.max(0.01, Math.hypot(Math.sqrt(doubt), real / sensitivity - real))
      const { count_tolerance, count_tolerance_share } = DECISIONS.lesions
      const within = Math.max(count_tolerance, count_tolerance_share * found.length)
      // Overlooked lesions lie on one side only, so the count has no spread.
      ledger.sure(`lesions.${kind}.count`, ofClass(chanceWithin(-within, within, spread)))
    }
  }
  const all = Object.values(counted).flat()
  const sure = all.length > 0 ? anyOf(all) : absent
  if (sure !== null) ledger.sure('lesion_bool', ofClass(sure))
  if (near.length > 0) ledger.sure('dr.macular_oedema', ofClass(anyOf(near)))
}
