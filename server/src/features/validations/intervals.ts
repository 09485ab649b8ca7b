import { areaOf, aucOf, VALIDATION, wilson, type ValidationShare } from '@mingmou/contract'
import { randomFrom } from '@mingmou/analysis/random'

/** A case in a denominator: whose it is, and whether it counts. */
export interface Hit {
  patient: string
  hit: boolean
}

const inThousandths = (value: number) => Math.round(1000 * value) / 1000

/** The middle 95 % of values. */
function middleOf(values: readonly number[]): [low: number, high: number] {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  return [inThousandths(at(0.025)), inThousandths(at(0.975))]
}

/** The cases of each patient together. */
function byPatient<Case extends { patient: string }>(cases: readonly Case[]): Case[][] {
  const groups = new Map<string, Case[]>()
  for (const row of cases) {
    const group = groups.get(row.patient)
    if (group) group.push(row)
    else groups.set(row.patient, [row])
  }
  return [...groups.values()]
}

/** What `read` says of as many patients as there are, drawn with replacement; without what it cannot say. */
function drawsOf<Case extends { patient: string }>(
  groups: readonly Case[][],
  read: (drawn: readonly Case[][]) => number | null,
): number[] {
  const random = randomFrom(VALIDATION.seed)
  return Array.from({ length: VALIDATION.draws }, () =>
    read(groups.map((own) => groups[Math.floor(random() * groups.length)] ?? own)),
  ).filter((value) => value !== null)
}

/**
 * A share with its interval of 95 %: Wilson's. Where a patient has several cases, these are no evidence of their own:
 * patients are drawn, and the interval is never narrower than Wilson's. Where all or none hit, draws say nothing, and
 * Wilson's is of the number of patients.
 */
export function shareOf(cases: readonly Hit[]): ValidationShare {
  const groups = byPatient(cases)
  const [n, patients] = [cases.length, groups.length]
  const hits = cases.filter(({ hit }) => hit).length
  const counts = { hits, n, patients }
  if (patients < VALIDATION.least)
    return { ...counts, value: null, low: null, high: null, by: null }
  const value = inThousandths(hits / n)
  const [low, high] = wilson(hits, n)
  if (patients === n) return { ...counts, value, low, high, by: 'wilson' }
  if (hits === 0 || hits === n) {
    const [least, most] = wilson(hits === 0 ? 0 : patients, patients)
    return { ...counts, value, low: least, high: most, by: 'wilson' }
  }
  const counted = groups.map((own, at) => [
    { patient: String(at), n: own.length, hits: own.filter(({ hit }) => hit).length },
  ])
  const [least, most] = middleOf(
    drawsOf(counted, (drawn) => {
      let [all, hit] = [0, 0]
      for (const [row] of drawn) {
        all += row?.n ?? 0
        hit += row?.hits ?? 0
      }
      return hit / all
    }),
  )
  return { ...counts, value, low: Math.min(low, least), high: Math.max(high, most), by: 'patients' }
}

/** A case with a chance, and whether it is positive. */
export interface Scored {
  patient: string
  chance: number
  positive: boolean
}

const splitOf = (cases: readonly Scored[]) => {
  const of = (wanted: boolean) =>
    cases.flatMap(({ positive, chance }) => (positive === wanted ? [chance] : []))
  return { positive: of(true), negative: of(false) }
}

const patientsIn = (cases: readonly Scored[], wanted: boolean) =>
  new Set(cases.flatMap(({ patient, positive }) => (positive === wanted ? [patient] : []))).size

/** The area under the curve with its interval, as that of a share; null of too few patients of either kind. */
export function areaWithin(cases: readonly Scored[]) {
  const fewest = Math.min(patientsIn(cases, true), patientsIn(cases, false))
  if (fewest < VALIDATION.least) return null
  const { positive, negative } = splitOf(cases)
  const { value, interval95 } = aucOf(positive, negative)
  const [low, high] = interval95
  // Where every pair is in order, spread and draws are nothing.
  if (value === 0 || value === 1) {
    const [least, most] = wilson(value * fewest, fewest)
    return { value, low: least, high: most, by: 'wilson' as const }
  }
  const groups = byPatient(cases)
  if (groups.length === cases.length) return { value, low, high, by: 'wilson' as const }
  const [least, most] = middleOf(
    drawsOf(groups, (drawn) => {
      const { positive: ill, negative: well } = splitOf(drawn.flat())
      return ill.length === 0 || well.length === 0 ? null : areaOf(ill, well)
    }),
  )
  return { value, low: Math.min(low, least), high: Math.max(high, most), by: 'patients' as const }
}

/** The share of negatives and of positives at or above each cut, thinned to what a picture shows. */
export function rocOf(cases: readonly Scored[]): [alarms: number, found: number][] {
  const { positive, negative } = splitOf(cases)
  const cuts = [...new Set(cases.map(({ chance }) => chance))].sort((a, b) => b - a)
  const above = (of: readonly number[], cut: number) =>
    inThousandths(of.filter((chance) => chance >= cut).length / of.length)
  const every = Math.ceil(cuts.length / 100)
  const kept = cuts.filter((_, place) => place % every === 0 || place === cuts.length - 1)
  return [
    [0, 0],
    ...kept.map((cut): [number, number] => [above(negative, cut), above(positive, cut)]),
  ]
}
