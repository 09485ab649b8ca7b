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

/** The chance that one at least is real: that of the surest, since what deceives once deceives again. */
const anyOf = (lesions: readonly FoundLesion[]) =>
  lesions.reduce((most, { chance }) => Math.max(most, chance), 0)

/**
 * Tells the ledger how sure the lesions and their counts are; `counted` are those that the stage rests on, `near` the
 * exudates that make oedema suspected, `referable` what the joined probability was worth.
 */
export function tellLesions(
  lesions: FoundLesions,
  { counted, near }: { counted: FoundLesions; near: readonly FoundLesion[] },
  referable: number,
  ledger: Ledger,
): void {
  for (const [kind, found] of Object.entries(lesions)) {
    const spread = Math.sqrt(found.reduce((sum, { chance }) => sum + chance * (1 - chance), 0))
    const within = Math.max(1, 0.1 * found.length)
    const level = spread > 0 ? chanceWithin(-within, within, spread) : 1
    ledger.sure(`lesions.${kind}.count`, { level, spread })
  }
  const all = Object.values(counted).flat()
  ledger.sure('lesion_bool', ofClass(all.length > 0 ? anyOf(all) : 1 - referable))
  if (near.length > 0) ledger.sure('dr.macular_oedema', ofClass(anyOf(near)))
}
