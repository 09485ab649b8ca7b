import type { CommonFindings } from '../findings/common.ts'
import type { SaidByClinicians } from '../findings/findings.ts'

/** Findings that a dataset is searched by: each with its key and whether one photograph has it. */
export type Facets<Findings extends CommonFindings = CommonFindings> = Readonly<
  Record<string, (findings: Findings, said: SaidByClinicians) => boolean>
>

/** The keys of the facets that a photograph has, in their order. */
export const facetsOf = <Findings extends CommonFindings>(
  facets: Facets<Findings>,
  findings: Findings,
  said: SaidByClinicians,
): string[] => Object.keys(facets).filter((key) => facets[key]?.(findings, said))
