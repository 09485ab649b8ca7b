import {
  MODALITY,
  type Confidence,
  type FigureTable,
  type Findings,
  type Reason,
  type Unit,
} from '@mingmou/contract'

const parentOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('.')))

/** The place of the findings for a place of a report: the group goes for every field in it that is not named itself. */
function sourceOf(field: string, { modality }: Findings): string {
  const { figures, sources } = MODALITY[modality]
  const named: Readonly<Record<string, string>> = sources
  for (let name = field; name !== ''; name = parentOf(name)) {
    const source = figures.inReport(name)?.key ?? named[name]
    if (source !== undefined) return source + field.slice(name.length)
  }
  return field
}

/** A number that the table of figures does not have is a fault of ours. */
function unitOf(field: string, figures: FigureTable): Unit {
  const figure = figures.inReport(field)
  if (!figure) throw new Error(`the table of figures has no ${field} of a report`)
  return figure.unit
}

/** Why a field is null: its own reason, or that of the group it is part of. */
function reasonOf(field: string, findings: Findings): Reason {
  for (let name = sourceOf(field, findings); name !== ''; name = parentOf(name)) {
    const reason = findings.not_measured[name]
    if (reason) return reason
  }
  return findings.gradable ? 'not_implemented' : 'not_gradable'
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
export function annotate(report: object, findings: Findings): Annotations {
  const { figures } = MODALITY[findings.modality]
  const annotations: Annotations = { not_measured: {}, units: {}, confidence: {} }
  const visit = (field: string, value: unknown): void => {
    if (value === null) {
      annotations.not_measured[field] = reasonOf(field, findings)
      return
    }
    const confidence = findings.confidence[sourceOf(field, findings)]
    if (confidence) annotations.confidence[field] = confidence
    if (typeof value === 'number' || isNumbers(value))
      annotations.units[field] = unitOf(field, figures)
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
  Array.isArray(value) && value.flat().some((item) => typeof item === 'number')
