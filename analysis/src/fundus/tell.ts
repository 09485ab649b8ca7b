import type { FundusFindings } from '@mingmou/contract'
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
    const [low, above] = boundsOf(glaucoma.band)
    // A band that was lowered, as its ratio is not sure, says 'at least'.
    const high = vcdr < above ? above : Infinity
    ledger.sure('glaucoma', ofClass(chanceWithin(low - vcdr, high - vcdr, ratio.spread)))
  }
}

/** The chance that one at least is real, as far as the peaks of the network are right. */
const anyOf = (lesions: readonly FoundLesion[]) =>
  1 - lesions.reduce((none, { peak }) => none * (1 - peak), 1)

/** Tells the ledger how sure the lesions and their counts are; `counted` are those that the stage rests on. */
export function tellLesions(lesions: FoundLesions, counted: FoundLesions, ledger: Ledger): void {
  for (const [kind, found] of Object.entries(lesions)) {
    const spread = Math.sqrt(found.reduce((sum, { peak }) => sum + peak * (1 - peak), 0))
    const within = Math.max(1, 0.1 * found.length)
    const level = spread > 0 ? chanceWithin(-within, within, spread) : 1
    ledger.sure(`lesions.${kind}.count`, { level, spread })
  }
  const all = Object.values(counted).flat()
  if (all.length > 0) ledger.sure('lesion_bool', ofClass(anyOf(all)))
  if (counted.hard_exudates.length > 0)
    ledger.sure('dr.macular_oedema', ofClass(anyOf(counted.hard_exudates)))
}
