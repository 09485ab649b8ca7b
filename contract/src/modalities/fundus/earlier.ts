import type { Reason } from '../../findings/findings.ts'
import { upgradeReport as upgradeShared } from '../../report/data.ts'
import { withLaterFigures } from '../../findings/later-figures.ts'
import { decidedOf } from './decided.ts'
import { FUNDUS_ROWS } from './figure-table.ts'
import { LESIONS, type Lesion } from './lesion-rows.ts'
import type { OtherDisease } from './other-disease.ts'

/** The findings that analyses lack from before disc, lesions and stage were measured. */
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
const without = (group: Old, name: string): Old =>
  Object.fromEntries(Object.entries(group).filter(([key]) => key !== name))

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

const withUncounted = (lesions: Old): Old =>
  Object.fromEntries(LESIONS.map((kind) => [kind, { uncounted: null, ...(lesions[kind] as Old) }]))

/** That version did not separate counted lesions from uncounted ones. */
function withLaterLesions(stored: Old): Old {
  const { lesions } = stored
  return isGroup(lesions) ? { ...stored, lesions: withUncounted(lesions) } : stored
}

/** The first stages came without the chances of the others. */
function withLaterStages(stored: Old): Old {
  const { dr } = stored
  return isGroup(dr) ? { ...stored, dr: { stages: null, ...dr } } : stored
}

/** What of the retina a photograph shows was not told before. */
function withLaterField(stored: Old): Old {
  if ('shows' in stored) return stored
  const not_measured = { shows: 'not_implemented', ...(stored['not_measured'] as Old) }
  return { shows: null, ...stored, not_measured }
}

/** The confidence of a stage was the chance of that stage alone; now it is that of what was decided. */
function withDecided(stored: Old): Old {
  const { dr, dr_grade, confidence } = stored
  if (!isGroup(confidence) || !('dr_grade' in confidence)) return stored
  const stages = isGroup(dr) ? dr['stages'] : null
  const others = without(confidence, 'dr_grade')
  if (typeof dr_grade !== 'number' || !Array.isArray(stages))
    return { ...stored, confidence: others }
  const { chance } = decidedOf(dr_grade, stages as number[])
  return { ...stored, confidence: { ...others, dr_grade: { level: chance, spread: null } } }
}

/**
 * Findings of an earlier version in the present shape. Fields unknown to that version are null and
 * not implemented.
 */
export const upgradeFindings = (stored: Old): Old =>
  withLaterFigures(
    withDecided(withLaterField(withLaterStages(withLaterLesions(withLaterMeasures(stored))))),
    FUNDUS_ROWS,
  )

/** The fields of a photograph that reports of earlier versions lack, by group. */
const LATER_IN_REPORTS = {
  DR: {
    rule: null,
    referable: null,
    referable_probability: null,
    agreed: null,
    macular_oedema: null,
    not_assessed: [],
    stages: null,
  },
  vessel: LATER_OF_VESSELS,
  segmentation: { isnt: null, ddls: null },
} as const
const LATER_OF_EYES = { oedema_index: null, glaucoma: null, glaucoma_index: null }
const LATER_PATHS = { vessels: null, arteries: null, veins: null }

function upgradeReported(stored: Old): Old {
  const groups = Object.entries(LATER_IN_REPORTS).map(([name, later]): [string, Old] => [
    name,
    { ...later, ...(stored[name] as Old) },
  ])
  const { vessel, ...others } = Object.fromEntries(groups)
  const { measures = null, ...maps } = stored['lesion'] as Old
  // It was the chance of the stage alone, and the report keeps no other.
  const confidence = without({ ...(stored['confidence'] as Old | undefined) }, 'DR.stage')
  return {
    eye_confidence: null,
    scale: null,
    glaucoma_signs: [],
    ...stored,
    confidence,
    ...others,
    vessel: { ...vessel, paths: { ...LATER_PATHS, ...(vessel?.['paths'] as Old | undefined) } },
    lesion: { ...maps, measures: isGroup(measures) ? withUncounted(measures) : null },
  }
}

/**
 * A report of an earlier version in the present shape. Unmeasured fields stay null, and its content
 * stays as it was made.
 */
export function upgradeReport(stored: Old): Old {
  const { fellow = null, outcomes = [] } = stored
  const first = upgradeReported(stored)
  const second = isGroup(fellow) ? upgradeReported(fellow) : null
  const pictures = second ? [first, second] : [first]
  const upgraded = {
    left_out: [],
    ...first,
    outcomes: (outcomes as Old[]).map((eye) => ({
      ...LATER_OF_EYES,
      ...foundOf(
        eye,
        pictures.filter((picture) => picture['eye'] === eye['eye']),
      ),
      ...eye,
    })),
    fellow: second,
  }
  return upgradeShared(upgraded, FUNDUS_ROWS)
}

/** What an earlier outcome did not keep of the photographs of its eye, by those that the report shows. */
function foundOf(eye: Old, shown: readonly Old[]) {
  const looked = shown.map(({ other_disease: other }) => other as OtherDisease | null | undefined)
  const isSuspected =
    typeof eye['other_index'] === 'number' || looked.some((other) => other?.suspected === true)
  const isOpen = (eye['stage'] ?? null) === null
  const stages = shown.flatMap(({ DR }) => ((DR as Old)['stage'] as number | null) ?? [])
  const counts = shown.flatMap(({ lesion }) => {
    const measures = (lesion as Old)['measures'] as Record<Lesion, { count: number }> | null
    return measures === null ? [] : LESIONS.map((kind) => measures[kind].count)
  })
  return {
    at_least: isOpen ? Math.max(0, ...stages) || null : null,
    lesions: isOpen && counts.some((count) => count > 0),
    other_disease: isSuspected ? true : shown.length > 0 && looked.every(Boolean) ? false : null,
  }
}
