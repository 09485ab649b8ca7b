import type { FundusFindings, FundusReportData, Reason } from '@mingmou/contract'

/** How a figure is written; `key` is also its message key below `findings:measure`. */
export interface Figure {
  key: string
  unit: string
  digits: number
  /** The layer that shows what was measured. */
  layer?: string
  /** A sourced range exists: message key below `findings:norm`. */
  norm?: string
}

export interface Measure extends Figure {
  value: number | null
  /** Why there is no value, where that is known. */
  reason: Reason | null
}

const VESSEL: readonly (Figure & { field: keyof FundusReportData['vessel'] })[] = [
  { field: 'density', key: 'vessel.density', unit: '%', digits: 2, layer: 'vessels' },
  {
    field: 'length_density',
    key: 'vessel.length_density',
    unit: '1/px',
    digits: 4,
    layer: 'vessels',
  },
  { field: 'length', key: 'vessel.length', unit: 'px', digits: 0, layer: 'vessels' },
  { field: 'diameter', key: 'vessel.diameter', unit: 'px', digits: 2, layer: 'vessels' },
  {
    field: 'fractal_dimension',
    key: 'vessel.fractal_dimension',
    unit: '',
    digits: 3,
    layer: 'vessels',
  },
  { field: 'tortuosity', key: 'vessel.tortuosity', unit: '', digits: 3, layer: 'vessels' },
  { field: 'curvature', key: 'vessel.curvature', unit: '1/px', digits: 4, layer: 'vessels' },
]
const VCDR: Figure = { key: 'vcdr', unit: '', digits: 2, layer: 'disc', norm: 'vcdr' }

type NotMeasured = Readonly<Record<string, Reason>>

/** The reason of a field, or of the group that it is part of. */
export function reasonOf(notMeasured: NotMeasured, key: string): Reason | null {
  for (let name = key; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const reason = notMeasured[name]
    if (reason) return reason
  }
  return null
}

function measure(
  figure: Figure,
  value: number | null | undefined,
  why: NotMeasured,
  key = figure.key,
) {
  const { key: name, unit, digits, layer, norm } = figure
  return {
    key: name,
    unit,
    digits,
    ...(layer && { layer }),
    ...(norm && { norm }),
    value: value ?? null,
    reason: (value ?? null) === null ? reasonOf(why, key) : null,
  } satisfies Measure
}

export function vesselMeasures(findings: FundusFindings): Measure[] {
  return VESSEL.map((figure) =>
    measure(figure, findings.vessel?.[figure.field], findings.not_measured),
  )
}

export function discMeasures(findings: FundusFindings): Measure[] {
  return [measure(VCDR, findings.vcdr, findings.not_measured)]
}

/** The figures of a report; its own units win, since it is read as it was made. */
export function reportMeasures(report: FundusReportData): { group: string; rows: Measure[] }[] {
  const { vessel, segmentation, iqa, DR, not_measured: why, units } = report
  const one = (key: string, value: number | null, unit: string, digits: number, norm?: string) =>
    measure({ key, unit: units[key] ?? unit, digits, ...(norm && { norm }) }, value, why)
  return [
    {
      group: 'vessel',
      rows: VESSEL.map((figure) =>
        measure({ ...figure, unit: units[figure.key] ?? figure.unit }, vessel[figure.field], why),
      ),
    },
    {
      group: 'disc',
      rows: [
        one('segmentation.disc_area', segmentation.disc_area, 'px²', 0),
        one('segmentation.disc_percent', segmentation.disc_percent, '%', 2),
        one('segmentation.cup_area', segmentation.cup_area, 'px²', 0),
        one('segmentation.cup_percent', segmentation.cup_percent, '%', 2),
        one('segmentation.odr', segmentation.odr, '', 2),
        one('segmentation.vcdr', segmentation.vcdr, '', 2, 'vcdr'),
        one('segmentation.fd_dist', segmentation.fd_dist, 'px', 0),
      ],
    },
    {
      group: 'lesion',
      rows: [
        one('DR.microaneurysms', DR.microaneurysms, '', 0),
        one('DR.exudation', DR.exudation, '%', 2),
        one('iqa.fovea_edge_distance', iqa.fovea_edge_distance, 'px', 0),
        one('iqa.angle', iqa.angle, '°', 1),
      ],
    },
  ]
}

/** A figure with its unit; null where there is none. */
export function figureText({
  value,
  unit,
  digits,
}: Pick<Measure, 'value' | 'unit' | 'digits'>): string | null {
  if (value === null) return null
  const number = value.toFixed(digits)
  // '1' is how a report names a figure without dimension.
  if (unit === '' || unit === '1') return number
  return unit === '%' || unit === '°' ? `${number}${unit}` : `${number} ${unit}`
}
