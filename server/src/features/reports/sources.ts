import {
  confirmedSection,
  ERROR,
  MODALITY,
  REFERRALS,
  type BodyOf,
  type checkReportLetters,
  type EyeOutcome,
} from '@mingmou/contract'
import { ANALYSERS } from '@mingmou/analysis'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { isSamePerson } from '../../platform/database/person.ts'
import { holdAnalysis } from '../sittings/analyses.ts'
import { findAnalysedImages } from '../sittings/analysed-images.ts'
import { eyeOf, eyesOfSitting, outcomesOf, sittingOf } from '../sittings/sitting.ts'
import { statedOf } from '../sittings/stated.ts'
import { findArchive } from '../sittings/archive.ts'
import { findTreatments } from '../complications/rows.ts'
import { findPatient } from '../patients/patient.ts'
import { reportedDrawings } from './drawn.ts'
import type { InBoth, Photograph } from './snapshot.ts'

type Wish = BodyOf<typeof checkReportLetters>
type Analyser = (typeof ANALYSERS)[keyof typeof ANALYSERS]
type Images = Awaited<ReturnType<typeof findAnalysedImages>>

/** The sources of a report. The analysis is locked until the transaction ends. */
export async function gather(trx: Trx, oid: string, wish: Wish) {
  const analysis = await holdAnalysis(trx, oid, wish.analysis_id)
  if (!analysis || MODALITY[analysis.modality].class !== wish.analysis_type) throw notFound()
  if (!(await isSamePerson(trx, analysis.pid, wish.patient_id))) throw notFound()
  if (analysis.status !== 'done') throw new Refusal(ERROR.conflict, 'analysis_not_done')
  if (analysis.outdated) throw new Refusal(ERROR.conflict, 'analysis_outdated')
  const images = await findAnalysedImages(trx, oid, analysis)
  if (images.some(({ drawing }) => drawing !== null && drawing.state !== 'measured'))
    throw new Refusal(ERROR.conflict, 'drawing_not_measured')
  const patient = await findPatient(trx, oid, analysis.pid)
  const archive = await findArchive(trx, oid, analysis.rid)
  if (!patient || !archive) throw notFound()
  const analyser = ANALYSERS[analysis.modality]
  const { photograph, fellow } = chosenOf(analyser, images, wish)
  const indices = [photograph, ...(fellow ? [fellow] : [])].map(({ image }) => image.image_index)
  const sitting = sittingOf(images)
  const outcomes = outcomesOf(analysis.modality, images, indices)
  return {
    /** The record that the images are filed under. */
    pid: analysis.pid,
    rid: analysis.rid,
    key: {
      analysis_record_id: analysis.analysis_record_id,
      image_index: photograph.image.image_index,
      fellow_index: fellow?.image.image_index ?? null,
    },
    photograph,
    fellow,
    patient,
    archive,
    image_count: images.length,
    left_out: images
      .filter(({ image_index }) => !indices.includes(image_index))
      .map((image) => ({
        image_index: image.image_index,
        eye: eyeOf(image),
        gradable: image.judged_findings?.gradable ?? false,
      })),
    outcomes,
    /** Those of the sitting, whichever the report shows. */
    eyes: eyesOfSitting(analysis.modality, images),
    treatments: await findTreatments(trx, oid, analysis),
    referral: worstOf(outcomes),
    patient_opinion: inBoth((language) => analyser.opinionOfAll(sitting, language)),
  }
}

function chosenOf(analyser: Analyser, images: Images, { image_index, fellow_index }: Wish) {
  const first = toPhotograph(analyser, images, image_index)
  if (fellow_index === undefined) return { photograph: first, fellow: null }
  const second = toPhotograph(analyser, images, fellow_index)
  const [photograph, fellow] = first.eye === 'OS' ? [second, first] : [first, second]
  const judged = photograph.findings.gradable && fellow.findings.gradable
  if (photograph.eye !== 'OD' || fellow.eye !== 'OS' || !judged)
    throw new Refusal(ERROR.conflict, 'not_both_eyes')
  return { photograph, fellow }
}

function toPhotograph(analyser: Analyser, images: Images, index: number): Photograph {
  const image = images.find((image) => image.image_index === index)
  if (!image) throw notFound()
  if (!image.judged_findings) throw new Refusal(ERROR.conflict, 'image_not_analysed')
  const sitting = sittingOf(images)
  return {
    image,
    eye: eyeOf(image),
    eye_source: image.eye_source,
    machine_eye: image.machine_findings?.eye ?? null,
    findings: image.judged_findings,
    corrections: image.stated.map(({ made_at, ...stated }) => ({
      ...stated,
      made_at: new Date(made_at).toISOString(),
    })),
    drawn: reportedDrawings(image),
    section: sectionOf(image),
    machine_opinion: {
      'zh-CN': analyser.opinionOf(sitting, index, 'zh-CN'),
      en: analyser.opinionOf(sitting, index, 'en'),
    },
  }
}

/** Who confirmed the part of the picture that was judged. */
function sectionOf({
  judged_findings: findings,
  corrections,
}: Images[number]): Photograph['section'] {
  const box = findings && confirmedSection(findings)
  const stated = box ? statedOf(corrections, 'section') : null
  return (
    stated && {
      clinician: stated.clinician,
      made_at: new Date(stated.made_at).toISOString(),
      box,
    }
  )
}

function inBoth(draft: (language: keyof InBoth) => string | null): InBoth | null {
  const [zh, en] = [draft('zh-CN'), draft('en')]
  return zh && en ? { 'zh-CN': zh, en } : null
}

function worstOf(outcomes: readonly EyeOutcome[]) {
  return (
    REFERRALS.findLast((candidate) => outcomes.some(({ referral }) => referral === candidate)) ??
    null
  )
}
