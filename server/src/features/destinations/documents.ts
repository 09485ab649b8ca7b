import {
  askedName,
  modalityOf,
  PRODUCT_VERSION,
  type Eye,
  type Language,
  type ModalityKey,
} from '@mingmou/contract'
import { pinyin } from 'pinyin-pro'
import sharp from 'sharp'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import {
  classOf,
  encapsulatedPdf,
  photographFile,
  type Photograph,
  type Subject,
} from '../../platform/dicom/document.ts'
import { fromPart10, type DicomFile } from '../../platform/dicom/part10.ts'
import { jpegFrame } from '../../platform/dicom/jpeg-frame.ts'
import { SOP } from '../../platform/dicom/classes.ts'
import { FileMissing } from '../../platform/files/files.ts'
import type { Came } from '../deliveries/as-came.ts'
import { isAsItCame, madeUid, sourceOf } from '../deliveries/sent-pictures.ts'
import { documentsUid, picturesUid, reportUid, studyUid } from '../deliveries/uids.ts'
import { findPatient } from '../patients/patient.ts'
import { readReport } from '../reports/service.ts'
import type { Snapshot } from '../reports/snapshot.ts'
import { drawReport, findWhole } from '../reports/whole.ts'
import { findPictures, findRecorded, type DeliveryRow, type PictureRow } from './queries.ts'

/** A patient, as the files say who it is. */
export interface Person {
  name: string
  number: string
  gender: 1 | 2
  /** `YYYY-MM-DD` */
  birthday: string
  institution: string
}

export type Wanted = Pick<DeliveryRow, 'oid' | 'report_id' | 'what' | 'language'>

const dayOf = (day: string) => day.replaceAll('-', '')

/** Letters first, and the name as it is written behind them (PS3.5 6.2.1.1). */
export function personName(name: string): string {
  const clean = name.replaceAll(/[\\^=]/g, ' ').trim()
  if (!/\p{Script=Han}/u.test(clean)) return clean
  const letters = pinyin(clean, { toneType: 'none', surname: 'head', nonZh: 'consecutive' })
  return `${letters.toUpperCase()}=${clean}`
}

export const subjectOf = (
  { name, number, gender, birthday, institution }: Person,
  of: Omit<Subject, 'name' | 'number' | 'birthday' | 'institution' | 'sex'>,
): Subject => ({
  name: personName(name),
  number,
  birthday: dayOf(birthday),
  institution,
  sex: gender === 1 ? 'M' : 'F',
  ...of,
  day: dayOf(of.day),
})

/** Viewers write this on a picture: the eye first. In English, as devices are told of orders: every archive shows it. */
const picturesOf = (modality: ModalityKey, eye: Eye | null) => ({
  seriesDescription: `${eye ?? 'Eye unknown'} ${askedName(modality)}`,
  seriesNumber: eye === null ? 3 : eye === 'OD' ? 1 : 2,
})
const DOCUMENTS = { seriesDescription: 'Reports', seriesNumber: 4 }

/** The report of a delivery, or what says that it is void; null where it is gone. `keep`: it is sent, and its PDF is the same for ever. */
export async function documentOf(
  ctx: Context,
  delivery: Wanted,
  keep = true,
): Promise<DicomFile | null> {
  const { oid, report_id, what } = delivery
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const report = await findWhole(trx, oid, report_id)
    if (!report) return null
    const patient = await findPerson(trx, oid, report.pid, report.snapshot)
    if (!patient) return null
    return { report, patient, pictures: await findPictures(trx, oid, [report.rid]) }
  })
  if (!found) return null
  const { report, patient, pictures } = found
  const { snapshot, rid } = report
  const sources = await Promise.all(
    shownIn(snapshot).flatMap(({ image_index, eye }) =>
      pictures
        .filter((picture) => picture.image_index === image_index)
        .map((picture) => sourceIn(ctx, picture, patient, eye)),
    ),
  )
  const isVoid = what === 'void'
  const part = isVoid ? 'void' : 'report'
  const { pdf, title } = await keptPdf(ctx, delivery, part, keep)
  const made = new Date(
    isVoid ? (report.standing.voided?.at ?? snapshot.report_time) : snapshot.report_time,
  )
  const of = subjectOf(patient, {
    study: studyUid(rid),
    studyDescription: askedName(modalityOf(snapshot.diagnosis_class).key),
    series: documentsUid(rid),
    ...DOCUMENTS,
    instance: reportUid(report_id, part),
    day: snapshot.record_date,
  })
  return encapsulatedPdf(of, { pdf, title, made, version: PRODUCT_VERSION, sources })
}

async function sourceIn(ctx: Context, picture: PictureRow, patient: Person, eye: Eye | null) {
  const instance = sourceOf(picture, patient, eye)
  const sopClass =
    picture.came?.sop_uid === instance
      ? picture.came.sop_class
      : classOf(await photographOf(ctx, picture, eye))
  return { sopClass, instance }
}

/** The photograph of a delivery, and whom it says; null where either is gone. */
export async function sentPicture(
  ctx: Context,
  { oid, report_id, rid, image_index, number }: SentRow,
): Promise<{ picture: PictureRow; person: Person } | null> {
  return withInstitution(ctx.db, oid, async (trx) => {
    const [report, all] = [
      await findWhole(trx, oid, report_id),
      rid === null ? [] : await findPictures(trx, oid, [rid]),
    ]
    const picture = all.find((photograph) => photograph.image_index === image_index)
    const recorded = picture && (await findRecorded(trx, oid, picture.pid))
    if (!picture || !recorded) return null
    // As the report names its patient, where that is whose number it says.
    const named = report && (number === null || report.snapshot.id === number)
    const person = named
      ? personIn(report.snapshot, recorded.birthday)
      : { ...recorded, number: number ?? recorded.number }
    return { picture, person }
  })
}

type SentRow = Pick<
  DeliveryRow,
  'oid' | 'report_id' | 'rid' | 'image_index' | 'number' | 'eye' | 'sop_uid'
>

/** As it was planned: under one UID for ever. */
export async function photographDocument(
  ctx: Context,
  delivery: SentRow,
): Promise<DicomFile | null> {
  const found = await sentPicture(ctx, delivery)
  if (!found) return null
  const { picture, person } = found
  const { sop_uid, eye } = delivery
  return picture.came?.sop_uid === sop_uid
    ? cameFile(ctx, picture.came)
    : madeFile(ctx, person, picture, { eye, instance: sop_uid })
}

export const shownIn = (snapshot: Snapshot): { image_index: number; eye: Eye | null }[] =>
  [snapshot, ...(snapshot.fellow ? [snapshot.fellow] : [])].map(({ image_index, eye }) => ({
    image_index,
    eye,
  }))

/** As the report names its patient; the birthday, which it does not have, is that of the record. */
export async function findPerson(
  trx: Trx,
  oid: string,
  pid: string,
  snapshot: Snapshot,
): Promise<Person | null> {
  const patient = await findPatient(trx, oid, pid)
  return patient ? personIn(snapshot, patient.birthday) : null
}

const personIn = ({ name, id, gender, organization }: Snapshot, birthday: string): Person => ({
  name,
  number: id,
  gender,
  birthday,
  institution: organization.name,
})

/**
 * The PDF of a document is made once: every archive, and every try, gets the same bytes under its UID. Two workers that
 * make it at once make the same. What says that a report is void has one page, and repeats nothing of what was found.
 */
async function keptPdf(
  ctx: Context,
  { oid, report_id, language }: Wanted,
  what: 'report' | 'void',
  keep: boolean,
): Promise<{ pdf: Buffer; title: string }> {
  const key = `sent/${oid}/${report_id}/${what}.pdf`
  const report = await withInstitution(ctx.db, oid, (trx) => findWhole(trx, oid, report_id))
  if (!report) throw new Error('the report is gone')
  const { snapshot } = report
  const whole = readReport(report, language)
  const document = what === 'void' ? { ...whole, sections: [] } : whole
  const title = titleOf(document, snapshot.report_no, what, language)
  try {
    return { pdf: await ctx.files.read(key), title }
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
  }
  const pdf = await drawReport(ctx, snapshot, document, language)
  if (keep) await ctx.files.put(key, pdf, 'application/pdf', 'begun')
  return { pdf, title }
}

/** The PDF of a signed report; null where the report is gone. */
export async function pdfOf(ctx: Context, wanted: Wanted): Promise<Buffer | null> {
  const report = await withInstitution(ctx.db, wanted.oid, (trx) =>
    findWhole(trx, wanted.oid, wanted.report_id),
  )
  return report && (await keptPdf(ctx, wanted, 'report', true)).pdf
}

function titleOf(
  { title, mark }: { title: string; mark: string | null },
  report_no: string,
  what: 'report' | 'void',
  language: Language,
): string {
  const said = what === 'void' && mark !== null ? `${mark}${language === 'en' ? ': ' : '：'}` : ''
  return `${said}${title} ${report_no}`
}

/** A picture of an archive as a file: the one that it came in, where that says what is recorded. */
export const pictureFile = (
  ctx: Context,
  person: Person,
  picture: PictureRow,
  eye: Eye | null,
): Promise<DicomFile> =>
  picture.came && isAsItCame(picture, person, eye)
    ? cameFile(ctx, picture.came)
    : madeFile(ctx, person, picture, { eye, instance: madeUid(picture, person, eye) })

/** The one that a report of this eye was made of, also where it is taken back since. */
export const sourceFile = (
  ctx: Context,
  person: Person,
  picture: PictureRow,
  eye: Eye | null,
): Promise<DicomFile> => {
  const instance = sourceOf(picture, person, eye)
  return picture.came?.sop_uid === instance
    ? cameFile(ctx, picture.came)
    : madeFile(ctx, person, picture, { eye, instance })
}

const cameFile = async (ctx: Context, { file_key }: Pick<Came, 'file_key'>): Promise<DicomFile> =>
  fromPart10(await ctx.files.read(file_key))

export async function madeFile(
  ctx: Context,
  person: Person,
  picture: PictureRow,
  { eye, instance }: { eye: Eye | null; instance: string },
): Promise<DicomFile> {
  const photograph = await photographOf(ctx, picture, eye)
  const isPlain = classOf(photograph) === SOP.secondaryCapture
  const part = `${isPlain ? 'plain' : 'ophthalmic'} ${eye ?? ''}`
  const of = subjectOf(person, {
    study: studyUid(picture.rid),
    studyDescription: askedName(picture.modality),
    series: picturesUid(picture.rid, part),
    ...picturesOf(picture.modality, eye),
    instance,
    day: picture.record_date,
  })
  return photographFile(of, photograph)
}

async function photographOf(
  ctx: Context,
  picture: PictureRow,
  eye: Eye | null,
): Promise<Photograph> {
  const bytes = await ctx.files.read(picture.file_key)
  const isFundus = picture.modality === 'fundus'
  const { img_type } = picture.fields as { img_type?: number }
  return {
    bytes,
    pixels: jpegFrame(bytes)?.baseline === true ? null : await pixelsOf(bytes),
    came: picture.created_at,
    place: picture.image_index + 1,
    fundus: isFundus,
    eye,
    device: picture.collect_device,
    dilated: isFundus && img_type !== undefined ? img_type === 2 : null,
    mmPerPixel: picture.mm_per_px,
  }
}

/** As they are stored: eight bits, of grey or of three colours. */
async function pixelsOf(bytes: Buffer): Promise<Photograph['pixels']> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { data, width, height, channels: channels === 1 ? 1 : 3 }
}
