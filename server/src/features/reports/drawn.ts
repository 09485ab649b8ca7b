import { ANALYSERS, machineOf } from '@mingmou/analysis'
import { viewerEntry, outlinesIn, valueAt, type ReportedPicture } from '@mingmou/contract'
import type { findAnalysedImages } from '../sittings/analysed-images.ts'
import { heldOf } from '../sittings/drawings.ts'

type Image = Awaited<ReturnType<typeof findAnalysedImages>>[number]

/** What clinicians drew on an image, and every figure of a table or of what may be drawn that is another one by it. */
export function reportedDrawings(image: Image): ReportedPicture['drawn'] {
  const { drawings, informed_findings: machine, judged_findings: findings } = image
  const held = heldOf(drawings)
  if (held.length === 0 || !machine || !findings) return null
  const entry = viewerEntry(findings.modality)
  // The fovea moves the distance of lesions to it, which are of another layer.
  const layers = new Set<string | null>(entry.drawable.map(({ name }) => name))
  const tabled = entry.figures.all.filter(({ group, layer }) => group !== null || layers.has(layer))
  const figures = tabled.map(({ key }) => ({
    key,
    value: valueAt(findings, key),
    machine: valueAt(machine, key),
  }))
  return {
    drawings: held.map(({ layer, clinician, made_at }) => ({
      layer,
      clinician,
      made_at: new Date(made_at).toISOString(),
    })),
    figures: figures.filter(({ value, machine }) => value !== machine),
    judgements: changedJudgements(image),
    outlines: outlinesIn(entry.lines(machine)),
  }
}

/** What a clinician stated besides stands among the corrections. */
function changedJudgements({
  machine_findings: found,
  drawn_findings: measured,
  stated,
  corrected,
}: Image) {
  if (!found || !measured) return []
  const { corrections } = ANALYSERS[found.modality]
  const before = machineOf(corrections, found)
  const also = new Set([...(corrected ? ['eye'] : []), ...stated.map(({ name }) => name)])
  return Object.entries(machineOf(corrections, measured))
    .filter(([name, value]) => value !== before[name] && !also.has(name))
    .map(([name, value]) => ({ name, value, machine: before[name] ?? null }))
}
