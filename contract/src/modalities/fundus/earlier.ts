import type { Reason } from '../findings.ts'
import { LESIONS } from './findings.ts'

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

type Old = Record<string, unknown>
const isGroup = (value: unknown): value is Old => typeof value === 'object' && value !== null

/** The first analyses measured vessels alone, and said of no figure how sure it is. */
function withLaterMeasures(stored: Old): Old {
  if ('confidence' in stored) return stored
  const vessel = isGroup(stored['vessel']) ? { ...LATER_OF_VESSELS, ...stored['vessel'] } : null
  const names = [
    ...Object.keys(LATER),
    ...Object.keys(vessel ? LATER_OF_VESSELS : {}).map((name) => `vessel.${name}`),
  ]
  const open = names.map((name): [string, Reason] => [name, 'not_implemented'])
  const not_measured = { ...Object.fromEntries(open), ...(stored['not_measured'] as Old) }
  return { ...LATER, ...stored, vessel, confidence: {}, not_measured }
}

/** Then lesions that are counted were not told from those that are not. */
function withUncounted(stored: Old): Old {
  const { lesions } = stored
  if (!isGroup(lesions)) return stored
  const told = LESIONS.map((kind) => [kind, { uncounted: null, ...(lesions[kind] as Old) }])
  return { ...stored, lesions: Object.fromEntries(told) as Old }
}

/** Findings of an earlier version in the present shape: what that version did not know is null and not implemented. */
export const upgradeFindings = (stored: Old): Old => withUncounted(withLaterMeasures(stored))
