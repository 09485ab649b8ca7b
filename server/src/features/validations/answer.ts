import {
  ANALYSERS,
  ImageRefused,
  openImage,
  type Known,
  type OpenedImage,
  type Ready,
} from '@mingmou/analysis'
import { sectionBox, type Findings } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { CaseMachine } from '../../platform/database/tables/validation.ts'
import { findAnalysedImages, type AnalysedRow } from '../sittings/analysed-images.ts'
import { findImages } from '../sittings/archive.ts'
import { findStated } from '../sittings/corrections.ts'
import { eyeOf, type Sitting } from '../sittings/sitting.ts'
import { withFacts } from '../sittings/stated.ts'
import { answerOf } from './cases.ts'
import { findFields, type CaseRow } from './queries.ts'

/** Photographs of the sitting that the report's analysis read. Those that joined later are none of its. */
const ofReport = (rows: readonly AnalysedRow[]) =>
  rows.filter(({ machine_findings, error }) => machine_findings !== null || error !== null)

/** What the machine alone says of the eyes of a sitting, by what it found in each photograph. */
function saidOf(cases: readonly CaseRow[], sitting: Sitting): Map<number, CaseMachine | null> {
  return new Map(
    cases.map(({ place, eye }) => [
      place,
      machineOf(
        sitting,
        sitting.filter((photograph) => photograph.eye === eye),
      ),
    ]),
  )
}

/** What the machine says of photographs of one eye; null where none was analysed. */
function machineOf(sitting: Sitting, images: Sitting): CaseMachine | null {
  const found = images.flatMap(({ findings }) =>
    findings?.modality === 'fundus' ? [findings] : [],
  )
  const [outcome] = ANALYSERS.fundus.outcomesOf(sitting, images.slice(0, 1))
  if (!outcome || found.length === 0) return null
  const gradable = found.filter((photograph) => photograph.gradable)
  const chances = gradable.flatMap(({ dr_referable_probability: chance }) =>
    chance === null ? [] : [chance],
  )
  const isStandard = gradable.some(({ quality }) => quality.standard === true)
  return {
    ...answerOf({ ...outcome, stated: [] }),
    quality: gradable.length === 0 ? 'ungradable' : isStandard ? 'standard' : 'usable',
    chance: chances.length === 0 ? null : Math.max(...chances),
    networks: Object.entries(found[0]?.model_versions ?? {})
      .map(([task, version]) => `${task} ${version}`)
      .sort()
      .join('; '),
  }
}

/** The answers that the reader saw. */
export async function keptAnswers(ctx: Context, oid: string, cases: readonly CaseRow[]) {
  const { rid, analysis_record_id } = whole(cases)
  const rows = await withInstitution(ctx.db, oid, (trx) =>
    findAnalysedImages(trx, oid, { rid, analysis_record_id }),
  )
  return saidOf(
    cases,
    ofReport(rows).map((row) => ({
      index: row.image_index,
      eye: eyeOf(row),
      findings: row.informed_findings,
    })),
  )
}

/** The answers of the networks of today to the same photographs, filed under the same eyes. */
export async function newAnswers(
  ctx: Context,
  ready: Ready,
  oid: string,
  cases: readonly CaseRow[],
  signal: AbortSignal,
) {
  const { rid, analysis_record_id } = whole(cases)
  const read = await withInstitution(ctx.db, oid, async (trx) => ({
    rows: ofReport(await findAnalysedImages(trx, oid, { rid, analysis_record_id })),
    images: await findImages(trx, oid, rid),
    fields: (await findFields(trx, oid, analysis_record_id))?.read_fields,
    sections: await findStated(trx, rid, 'section'),
  }))
  const sitting: Sitting[number][] = []
  for (const row of read.rows) {
    const { image_index: index } = row
    const image = read.images.find((image) => image.image_index === index)
    if (!image) continue
    const section = sectionBox(read.sections.get(index)?.value) ?? undefined
    const { scale, imageType, file_key } = image
    const known = { ...read.fields, section, scale, imageType }
    const findings = await findIn(ctx, ready, file_key, known, signal)
    sitting.push({
      index,
      eye: eyeOf(row),
      findings: findings && withFacts(findings, row.corrections),
    })
  }
  return saidOf(cases, sitting)
}

/** A picture of study material as it is shown, and what the machine says of it. */
interface Photograph {
  machine: CaseMachine | null
  file_key?: string
  thumb_key?: string
}

/** Opens a photograph of study material. What its file says besides the picture is kept no longer. */
export async function photographAnswer(
  ctx: Context,
  ready: Ready,
  { file_key, thumb_key, eye }: Pick<CaseRow, 'file_key' | 'thumb_key' | 'eye'>,
  signal: AbortSignal,
): Promise<Photograph> {
  if (file_key === null) throw new Error('a photograph without a file')
  const bytes = await ctx.files.read(file_key)
  let opened: OpenedImage
  try {
    opened = await openImage(bytes)
  } catch (error) {
    if (error instanceof ImageRefused) return { machine: null }
    throw error
  }
  const { scale, said } = opened
  const known = { scale, imageType: said.imageType, ...(eye && { eye }) }
  const findings = await readImage(ready, opened.bytes, known, signal)
  const sitting = [{ index: 0, eye, findings }]
  const machine = machineOf(sitting, sitting)
  // A study that repeats another one has its pictures.
  if (thumb_key !== null) return { machine }
  // Every try has names of its own, because a key is written only once.
  const stem = `${file_key.replace(/\.[^.]*$/, '')}-${newId()}`
  const keys = {
    file_key: `${stem}.${opened.format === 'jpeg' ? 'jpg' : 'png'}`,
    thumb_key: `${stem}.thumb.jpg`,
  }
  await ctx.files.put(keys.file_key, opened.bytes, opened.type, 'spare')
  await ctx.files.put(keys.thumb_key, opened.thumb, 'image/jpeg', 'spare')
  return { machine, ...keys }
}

/** What the networks find in a file; null where it cannot be read as a photograph. */
async function findIn(
  ctx: Context,
  ready: Ready,
  file_key: string,
  known: Known,
  signal: AbortSignal,
): Promise<Findings | null> {
  return readImage(ready, await ctx.files.read(file_key), known, signal)
}

async function readImage(
  ready: Ready,
  bytes: Buffer,
  known: Known,
  signal: AbortSignal,
): Promise<Findings | null> {
  try {
    return (await ready.analyse(bytes, known, { signal })).findings
  } catch (error) {
    if (error instanceof ImageRefused) return null
    throw error
  }
}

function whole([first]: readonly CaseRow[]) {
  if (!first?.rid || !first.analysis_record_id) throw new Error('a case of no sitting')
  return { rid: first.rid, analysis_record_id: first.analysis_record_id }
}
