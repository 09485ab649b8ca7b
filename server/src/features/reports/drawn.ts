import { entryOf, valueAt, type Findings, type ReportedPicture } from '@mingmou/contract'
import { heldOf, type findAnalysedImages } from '../analyses/service.ts'

type Image = Awaited<ReturnType<typeof findAnalysedImages>>[number]

/** What clinicians drew on an image, and every figure of a table or of a drawn layer that is another one by it. */
export function reportedDrawings({ drawings, machine, findings }: Image): ReportedPicture['drawn'] {
  const held = heldOf(drawings)
  if (held.length === 0 || !machine || !findings) return null
  const layers = new Set<string | null>(held.map(({ layer }) => layer))
  const tabled = entryOf(findings.modality).figures.all.filter(
    ({ group, layer }) => group !== null || layers.has(layer),
  )
  const figures = tabled.map(({ key }) => ({
    key,
    value: valueAt(findings, key),
    machine: valueAt(machine, key),
  }))
  return {
    drawings: held.map(({ layer, clinician, made_at }) => ({
      ...{ layer, clinician },
      made_at: new Date(made_at).toISOString(),
    })),
    figures: figures.filter(({ value, machine }) => value !== machine),
    outlines: outlinesOf(machine),
  }
}

const outlinesOf = (machine: Findings) =>
  entryOf(machine.modality)
    .lines(machine)
    .flatMap(({ name, color, marks }) =>
      marks.flatMap((mark) =>
        mark.kind === 'outline'
          ? [
              {
                layer: name,
                color: mark.color ?? color,
                points: mark.points.map(([x, y]): [number, number] => [x, y]),
              },
            ]
          : [],
      ),
    )
