import type { FundusFindings, Reason } from '@mingmou/contract'

/** What analyses before disc, lesions and stage were measured do not hold. */
const LATER = { scale: null, disc: null, macula: null, lesions: null, dr: null, glaucoma: null }
const LATER_OF_VESSELS = {
  arteries: null,
  veins: null,
  zone_b: null,
  zone_c: null,
  calibre: null,
  quadrants: null,
}

/** Findings as they were written, by whatever version: what that version did not know is null and not implemented. */
export function wholeFindings(stored: FundusFindings | null): FundusFindings | null {
  if (!stored || 'confidence' in stored) return stored
  const old: FundusFindings = stored
  const vessel = old.vessel && { ...LATER_OF_VESSELS, ...old.vessel }
  const names = [
    ...Object.keys(LATER),
    ...Object.keys(vessel ? LATER_OF_VESSELS : {}).map((name) => `vessel.${name}`),
  ]
  const open = names.map((name): [string, Reason] => [name, 'not_implemented'])
  const not_measured = { ...Object.fromEntries(open), ...old.not_measured }
  return { ...LATER, ...old, vessel, confidence: {}, not_measured }
}
