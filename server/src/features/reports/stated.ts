import {
  MODALITY,
  modalityOf,
  photographsOf,
  reasonOf,
  UNIT_SYMBOLS,
  type Figure,
} from '@mingmou/contract'
import type { OutsideReport } from './outside.ts'
import type { SnapshotPhotograph } from './snapshot.ts'
import { ofEye, untoldOf } from './stated-of-eye.ts'
import type { Stated, StatedValue } from './stated-value.ts'

const METHOD = 'automated, single photograph'

/** Everything that a report states: of its eyes, then the figures of its photographs. */
export const statedIn = (report: OutsideReport): Stated[] => [
  ...report.snapshot.outcomes.flatMap((outcome) => ofEye(report, outcome)),
  ...untoldOf(report),
  ...photographsOf(report.snapshot).flatMap((photograph) => ofPhotograph(report, photograph)),
]

function ofPhotograph({ snapshot }: OutsideReport, photograph: SnapshotPhotograph): Stated[] {
  const { figures } = MODALITY[modalityOf(snapshot.diagnosis_class).key]
  const { eye, drawn, not_measured } = photograph
  if (eye === null) return []
  return figures.all.flatMap((figure: Figure): Stated[] => {
    const { report: place, key, group, unit } = figure
    if (place === null || group === null) return []
    const found = place
      .split('.')
      .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), photograph)
    if (typeof found !== 'number' && found !== null) return []
    const code = photograph.units[place] ?? unit
    const value: StatedValue =
      found === null
        ? { kind: 'absent', why: reasonOf(not_measured, place) ?? 'not measured' }
        : { kind: 'quantity', value: found, unit: UNIT_SYMBOLS[code] || '1', code }
    const byClinician = drawn !== null && found !== null
    return [{ key, display: key, eye, value, byClinician, method: METHOD }]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
