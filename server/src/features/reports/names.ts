import {
  figureInReport,
  type Confidence,
  type CommonFindings,
  type Reason,
  type Unit,
} from '@mingmou/contract'

/** The source in the findings of fields that are no numbers, and of groups. */
const SOURCES: Record<string, string> = {
  'iqa.standard': 'quality.standard',
  'DR.DR': 'dr_grade',
  'DR.rule': 'dr_grade',
  DR: 'dr',
  'vessel.paths': 'vessel',
  segmentation: 'disc',
  'lesion.measures': 'lesions',
  lesion: 'lesions',
}

/** A field without a source of its own belongs to the source of its group. */
function sourceOf(field: string): string {
  for (let name = field; name !== ''; name = parentOf(name)) {
    const source = figureInReport(name)?.key ?? SOURCES[name]
    if (source !== undefined) return source + field.slice(name.length)
  }
  return field
}

const parentOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('.')))

/** A number that is missing in the table of figures is a fault of the program. */
function unitOf(field: string): Unit {
  const figure = figureInReport(field)
  if (!figure) throw new Error(`the table of figures has no ${field} of a report`)
  return figure.unit
}

/** The reason for a null: the field's own, or that of its group. */
function reasonOf(field: string, { not_measured, gradable }: CommonFindings): Reason {
  for (let name = sourceOf(field); name !== ''; name = parentOf(name)) {
    const reason = not_measured[name]
    if (reason) return reason
  }
  return gradable ? 'not_implemented' : 'not_gradable'
}

interface Annotations {
  not_measured: Record<string, Reason>
  units: Record<string, Unit>
  confidence: Record<string, Confidence>
}

/**
 * A unit for every number of the report, a reason for every null, and the confidence where it is
 * known.
 */
export function annotate(report: object, findings: CommonFindings): Annotations {
  const annotations: Annotations = { not_measured: {}, units: {}, confidence: {} }
  const visit = (field: string, value: unknown): void => {
    if (value === null) {
      annotations.not_measured[field] = reasonOf(field, findings)
      return
    }
    const confidence = findings.confidence[sourceOf(field)]
    if (confidence) annotations.confidence[field] = confidence
    if (typeof value === 'number' || isNumbers(value)) annotations.units[field] = unitOf(field)
    else if (typeof value === 'object' && !Array.isArray(value)) visitAll(value, field)
  }
  const visitAll = (group: object, name: string) => {
    for (const [field, value] of Object.entries(group)) {
      visit(name === '' ? field : `${name}.${field}`, value)
    }
  }
  visitAll(report, '')
  return annotations
}

const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.flat().some((one) => typeof one === 'number')
