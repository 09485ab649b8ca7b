import type { DrFinding, FundusFindings } from '@mingmou/contract'
import { chanceWithin, confidenceOf, ofClass } from './confidence.ts'
import { boundsOf } from './glaucoma.ts'
import type { Ledger } from './ledger.ts'
import type { FoundLesion, FoundLesions } from './measure/lesions.ts'

/** Every number of nested measures by its dotted name; lists are left out. */
export function numbersOf(measures: object, prefix: string): [name: string, value: number][] {
  return Object.entries(measures).flatMap(([key, value]: [string, unknown]) => {
    const name = `${prefix}.${key}`
    if (typeof value === 'number') return [[name, value] as [string, number]]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return numbersOf(value, name)
  })
}

type Parts = Pick<FundusFindings, 'vcdr' | 'disc' | 'macula' | 'vessel' | 'glaucoma'>

/** Tells the ledger how sure every figure of the geometry is; `views` are the same figures of the single views. */
export function tell(
  { vcdr, disc, macula, vessel, glaucoma }: Parts,
  views: readonly (readonly [name: string, value: number])[],
  ledger: Ledger,
): void {
  const figures = [
    ...(vcdr === null ? [] : [['vcdr', vcdr] as const]),
    ...(disc ? numbersOf(disc, 'disc') : []),
    ...(macula ? numbersOf(macula, 'macula') : []),
    ...(vessel ? numbersOf(vessel, 'vessel') : []),
  ]
  for (const [name, value] of figures) {
    const seen = views.filter(([other]) => other === name).map(([, other]) => other)
    const sure = confidenceOf(name, value, seen)
    if (sure) ledger.sure(name, sure)
  }
  if (disc?.rim) {
    const sure = confidenceOf('disc.rim', 0, [])
    if (sure) ledger.sure('disc.rim', sure)
  }
  const ratio = ledger.confidence['vcdr']
  if (glaucoma && vcdr !== null && ratio?.spread) {
    const [low, high] = boundsOf(glaucoma.band)
    ledger.sure('glaucoma', ofClass(chanceWithin(low - vcdr, high - vcdr, ratio.spread)))
  }
}

/** The chance that one at least is real, as far as the peaks of the network are right. */
const anyOf = (lesions: readonly FoundLesion[]) =>
  1 - lesions.reduce((none, { peak }) => none * (1 - peak), 1)

/** Below this a stage that rule and network see differently is not told. */
const SURE_STAGE = 0.6

/**
 * Tells the ledger how sure the lesions, their counts and the stage are, and answers whether the stage can be told. It is as sure as rule and network
 * together hold the side of referral it lies on.
 */
export function tellLesions(
  lesions: FoundLesions,
  dr: DrFinding,
  referable: number | null,
  ledger: Ledger,
): boolean {
  for (const [kind, found] of Object.entries(lesions)) {
    const spread = Math.sqrt(found.reduce((sum, { peak }) => sum + peak * (1 - peak), 0))
    const within = Math.max(1, 0.1 * found.length)
    const level = spread > 0 ? chanceWithin(-within, within, spread) : 1
    ledger.sure(`lesions.${kind}.count`, { level, spread })
  }
  const all = Object.values(lesions).flat()
  if (all.length > 0) ledger.sure('lesion_bool', ofClass(anyOf(all)))
  const own = all.length > 0 ? anyOf(all) : 0.5
  const side = referable === null || dr.referable ? referable : 1 - referable
  if (dr.macular_oedema) ledger.sure('dr.macular_oedema', ofClass(anyOf(lesions.hard_exudates)))
  const level = side === null ? own : (own + side) / 2
  if (!dr.agreed && level < SURE_STAGE) return false
  ledger.sure('dr_grade', ofClass(level))
  return true
}
