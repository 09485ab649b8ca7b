import type { FundusFindings, Treatment } from '@mingmou/contract'

/** The treatment that a clinician stated of one of the photographs of an eye; null of an eye that was not treated. */
export const treatedOf = (photographs: readonly { findings: FundusFindings }[]): Treatment | null =>
  photographs.map(({ findings }) => findings.treated ?? null).find((treated) => treated !== null) ??
  null
