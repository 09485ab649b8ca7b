import { ANALYSERS, statedReferral } from '@mingmou/analysis'
import { toldStage, type Eye, type EyeSummary, type Modality } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { keepFacts } from '../datasets/facts.ts'
import { heldOf } from '../sittings/drawings.ts'
import { findAnalysedImages, type AnalysedRow } from '../sittings/analysed-images.ts'
import { findNewestDone } from '../sittings/analyses.ts'
import { eyeOf, sittingOf } from '../sittings/sitting.ts'
import { rankSitting } from './urgency.ts'

interface Sitting {
  oid: string
  rid: string
  modality: Modality
}

/** What lists and datasets say of a sitting after a clinician corrected, drew or withdrew. */
export async function settleSitting(ctx: Context, trx: Trx, sitting: Sitting): Promise<void> {
  const { oid, rid } = sitting
  await rankSitting(trx, oid, rid)
  await settleFacts(trx, sitting)
  await ctx.events.send(trx, { oid }, 'worklist', { image_id: rid })
}

/** What datasets say of a sitting. The newest analysis decides. Its archive is locked. */
export async function settleFacts(trx: Trx, { oid, rid, modality }: Sitting): Promise<void> {
  const analysis_record_id = await findNewestDone(trx, oid, rid)
  if (!analysis_record_id) return
  const images = await findAnalysedImages(trx, oid, { analysis_record_id, rid })
  const eyes = ANALYSERS[modality].eyes.of(sittingOf(images))
  const outcome = (eye: Eye | null) => eyes.find((judged) => judged.eye === eye)
  await keepFacts(
    trx,
    { oid, rid, modality },
    images.map((image) => ({ ...factsIn(image), ...keptOf(outcome(eyeOf(image))) })),
  )
}

/** Photographs of an unknown eye may show two: nothing is said of one. */
const keptOf = (outcome: Omit<EyeSummary, 'machine'> | undefined) =>
  outcome?.eye
    ? {
        eye_stage: toldStage(outcome),
        eye_reasons: outcome.reasons.map(({ reason, referral }) => `${reason}.${referral}`),
      }
    : { eye_stage: null, eye_reasons: [] }

function factsIn(image: AnalysedRow) {
  const { image_index, machine_findings, drawn_findings, stated, drawing } = image
  const byClinician = image.eye_source === 'clinician'
  return {
    image_index,
    machine: machine_findings,
    findings: image.judged_findings,
    referral: statedReferral(stated),
    eye: image.corrected ?? (drawn_findings ?? machine_findings)?.eye ?? null,
    eye_source: image.eye_source,
    corrected: [...(byClinician ? ['eye'] : []), ...stated.map(({ name }) => name)],
    drawn: drawing?.state === 'measured' ? heldOf(image.drawings).map(({ layer }) => layer) : [],
  }
}
