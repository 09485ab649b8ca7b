import type { CommonFindings } from './entry.ts'
import type { Referral } from './findings.ts'

/**
 * Findings that a dataset is searched by: each with its key and whether one photograph has it. `referral`: as a clinician
 * stated it.
 */
export type Facets<Findings extends CommonFindings = CommonFindings> = Readonly<
  Record<string, (findings: Findings, referral: Referral | null) => boolean>
>

/** The keys of the facets that a photograph has, in their order. */
export const facetsOf = <Findings extends CommonFindings>(
  facets: Facets<Findings>,
  findings: Findings,
  referral: Referral | null,
): string[] => Object.keys(facets).filter((key) => facets[key]?.(findings, referral))
