import { KAPPA_PAIRS, STAGED_KINDS, type Dashboard } from '@mingmou/contract'
import type { PairRow } from './queries.ts'

type Agreement = Dashboard['agreement'][number]

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** Agreement on the stages of each kind of image. */
export const agreementsOf = (rows: readonly PairRow[]): Agreement[] =>
  STAGED_KINDS.map((modality) => {
    const pairs = rows.flatMap(({ modality: kind, ...pair }) => (kind === modality ? [pair] : []))
    const counted = pairs.map(({ stated, signed, ...pair }) => ({ ...pair, n: stated + signed }))
    const same = counted.filter(({ machine, clinician }) => machine === clinician)
    const differing = pairs.filter(({ machine, clinician }) => machine !== clinician)
    return {
      modality,
      pairs,
      n: total(counted.map(({ n }) => n)),
      stated: total(pairs.map(({ stated }) => stated)),
      corrected: total(differing.map(({ stated }) => stated)),
      signed: total(pairs.map(({ signed }) => signed)),
      agreed: total(same.map(({ n }) => n)),
      kappa: kappaOf(counted),
    }
  })

/** Cohen's kappa without weights (Cohen 1960, Educ Psychol Meas 20:37). */
function kappaOf(
  pairs: readonly { machine: number; clinician: number; n: number }[],
): number | null {
  const n = total(pairs.map((pair) => pair.n))
  if (n < KAPPA_PAIRS) return null
  const share = (fits: (pair: { machine: number; clinician: number }) => boolean) =>
    total(pairs.filter(fits).map((pair) => pair.n)) / n
  const stages = [...new Set(pairs.flatMap(({ machine, clinician }) => [machine, clinician]))]
  const observed = share(({ machine, clinician }) => machine === clinician)
  const expected = total(
    stages.map(
      (stage) =>
        share(({ machine }) => machine === stage) * share(({ clinician }) => clinician === stage),
    ),
  )
  return expected === 1 ? null : (observed - expected) / (1 - expected)
}
