import { ANALYSERS, correctedWith, machineOf, valuesOf, type Statement } from '@mingmou/analysis'
import {
  analysisEntry,
  inForce,
  type Eye,
  type Findings,
  type Judgement,
  type Modality,
  viewerEntry,
} from '@mingmou/contract'
import type { StoredJson } from '../../platform/database/stored-json.ts'
import type { CorrectionRow } from './corrections.ts'
import { findingsJson } from './stored-findings.ts'

/** What holds of a value now; null where no clinician stated it. */
export const statedOf = (corrections: readonly CorrectionRow[], name: string) =>
  inForce(corrections.filter((correction) => correction.name === name))

/** Who stated the eye that holds; null where nobody did. */
export const eyeStatedBy = (corrections: readonly CorrectionRow[]) =>
  statedOf(corrections, 'eye')?.source ?? null

/** What is known of the eye and the image does not show. */
export const factsOf = (corrections: readonly CorrectionRow[]) => ({
  eye: (statedOf(corrections, 'eye')?.value ?? null) as Eye | null,
  axial_length_mm: (statedOf(corrections, 'axial_length_mm')?.value ?? null) as number | null,
})

/** The machine's findings with what follows from what a clinician stated of the eye. */
export function withFacts(found: Findings, corrections: readonly CorrectionRow[]): Findings {
  const entry = analysisEntry(found.modality)
  return (entry.withFacts?.(found, factsOf(corrections)) ?? found) as Findings
}

/** The judgements that clinicians put in the place of the machine's; facts of the eye are none. */
export function statementsOf(
  modality: Modality,
  machine: Readonly<Record<string, Statement['machine']>>,
  corrections: readonly CorrectionRow[],
): (Statement & Pick<CorrectionRow, 'clinician' | 'made_at'>)[] {
  return Object.entries(viewerEntry(modality).correctable).flatMap(([name, { stated }]) => {
    const correction = stated ? null : statedOf(corrections, name)
    if (!correction) return []
    const { value, reason, clinician, made_at } = correction
    return [{ name, value, machine: machine[name] ?? null, reason, clinician, made_at }]
  })
}

/**
 * An image as clinicians judged it: findings with their values in them, and the statements behind these. `drawn`: the
 * findings with what clinicians drew.
 */
export function judged(
  machine: Findings,
  corrections: readonly CorrectionRow[],
  drawn: Findings = machine,
): { findings: Findings; stated: ReturnType<typeof statementsOf> } {
  const analyser = ANALYSERS[machine.modality].corrections
  const stated = statementsOf(machine.modality, machineOf(analyser, machine), corrections)
  return { findings: correctedWith(analyser, drawn, valuesOf(stated)), stated }
}

/** Every value that may be corrected, with the machine's and all that was stated of it. */
export function judgementsOf(
  modality: Modality,
  analysis_record_id: string,
  found: Findings | null,
  corrections: readonly CorrectionRow[],
): Judgement[] {
  const values = found && machineOf(ANALYSERS[modality].corrections, found)
  return Object.keys(viewerEntry(modality).correctable).map((name) => ({
    name,
    machine: values?.[name] ?? null,
    corrections: corrections
      .filter((correction) => correction.name === name)
      .map((correction) => ({
        correction_id: correction.correction_id,
        value: correction.value,
        reason: correction.reason,
        source: correction.source,
        clinician: correction.clinician,
        made_at: new Date(correction.made_at).toISOString(),
        earlier:
          correction.analysis_record_id !== null &&
          correction.analysis_record_id !== analysis_record_id,
      })),
  }))
}

/** Stored findings as clinicians drew and judged them. */
export function statedFindings(
  found: StoredJson,
  corrections: readonly CorrectionRow[],
  drawn: StoredJson | null,
): Findings {
  const read = (stored: StoredJson) => withFacts(findingsJson.read(stored), corrections)
  return judged(read(found), corrections, drawn ? read(drawn) : undefined).findings
}
