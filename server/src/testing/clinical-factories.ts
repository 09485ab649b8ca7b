import {
  addPatient,
  fundusAnalysis,
  fundusArchive,
  getStsToken,
  type AnalysisCalls,
  type BodyOf,
  type DataOf,
  type EventData,
  type EventName,
  type FundusFindings,
  type PatientInput,
  type UploadType,
} from '@mingmou/contract'
import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import { v7 as newId } from 'uuid'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { keepAnalysis } from '../features/analyses/keep.ts'
import { withInstitution } from '../platform/database/institution.ts'
import { startWorker } from '../worker.ts'
import { makeAccount, type SignedIn } from './factories.ts'
import { sharedModels } from './models.ts'
import { twoHalves } from './two-halves.ts'
import { succeed, type TestApp } from './test-app.ts'

type AnalysisResult = DataOf<typeof fundusAnalysis.result>

let made = 0

/** The required fields of a patient only. */
export const scantPatient = (): PatientInput => ({
  ad_card_number: `CARD-${++made}`,
  name: '演示患者',
  gender: 1,
  birthday: '1960-05-17',
})

/** The fields that a complete patient form sends. */
export function patientInput(traits: Partial<PatientInput> = {}): PatientInput {
  return {
    ...scantPatient(),
    profession: '11',
    phone: '13800138000',
    area_id: ['330000', '330100', '330106'],
    address: '演示路1号',
    ...traits,
  }
}

export async function makePatient(
  app: TestApp,
  by: SignedIn,
  traits: Partial<PatientInput> = {},
): Promise<string> {
  const { pid } = await succeed(app, addPatient, patientInput(traits), { token: by.token })
  return pid
}

/** Posts a file to the presigned form as a browser does. Returns its key. */
export async function upload(
  app: TestApp,
  by: SignedIn,
  bytes: Buffer,
  name = 'photograph.jpg',
  file_type: UploadType = 'fundus',
): Promise<string> {
  const { sts_config } = await succeed(app, getStsToken, { file_type }, { token: by.token })
  const key = `${sts_config.key_prefix}${name}`
  const form = new FormData()
  for (const [field, value] of Object.entries(sts_config.fields)) form.set(field, value)
  form.set('key', key)
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const answered = await fetch(new URL(sts_config.url, app.url), { method: 'POST', body: form })
  const { error_code, msg } = (await answered.json()) as { error_code: number; msg: string }
  if (error_code !== 0) throw new Error(`upload: ${msg}`)
  return key
}

/** A small picture of one colour, which is an image but no fundus. */
export function plainImage(width = 320, height = 240): Promise<Buffer> {
  return twoHalves(width, height, '#345').jpeg().toBuffer()
}

export const archiveFields = {
  record_date: '2024-03-01',
  collect_device: 'Topcon TRC-NW400',
  img_type: 1 as const,
}

export async function makeArchive(
  app: TestApp,
  by: SignedIn,
  pid: string,
  images?: readonly Buffer[],
  record_date = archiveFields.record_date,
): Promise<string> {
  const files_path: string[] = []
  for (const image of images ?? [await plainImage()]) {
    files_path.push(await upload(app, by, image))
  }
  // Many sittings here are of one drawn photograph.
  const body = { pid, ...archiveFields, record_date, files_path, repeated: files_path }
  const { rid } = await succeed(app, fundusArchive.create, body, { token: by.token })
  return rid
}

/** A clinician, his patient and the patient's archive. */
export async function makeSitting(app: TestApp, images?: readonly Buffer[]) {
  const by = await makeAccount(app, { role: '4' })
  const pid = await makePatient(app, by)
  return { by, pid, rid: await makeArchive(app, by, pid, images) }
}

export async function predict(app: TestApp, by: SignedIn, rid: string): Promise<string> {
  const body = { image_id: rid, uid: by.uid }
  const asked = { token: by.token }
  return (await succeed(app, fundusAnalysis.predictions, body, asked)).analysis_record_id
}

export async function resultOf(
  app: TestApp,
  by: SignedIn,
  analysis_record_id: string,
): Promise<AnalysisResult> {
  const body = { analysis_record_id, uid: by.uid }
  return succeed(app, fundusAnalysis.result, body, { token: by.token })
}

type Stated = BodyOf<typeof fundusAnalysis.correct>

/** What a clinician states of one value, in the place of what is stated of it now. */
export async function state(
  app: TestApp,
  by: SignedIn,
  {
    reason = '阅片判定',
    ...stated
  }: Pick<Stated, 'analysis_record_id' | 'field' | 'value'> & Partial<Stated>,
  { correct, result }: AnalysisCalls = fundusAnalysis,
): Promise<void> {
  const { analysis_record_id, image_index = 0, field } = stated
  const asked = { token: by.token }
  const read = { analysis_record_id, uid: by.uid }
  const { left, right, other } = await succeed(app, result, read, asked)
  const images = [...left, ...right, ...other]
  const newest = images
    .find((image) => image.image_index === image_index)
    ?.judgements.find((judgement) => judgement.name === field)?.corrections[0]
  const replaces = newest?.correction_id ?? null
  await succeed(app, correct, { image_index, reason, replaces, ...stated }, asked)
}

const working = new WeakSet<TestApp>()

/** A worker in this process, once for each program. */
export async function work(app: TestApp, models = sharedModels()): Promise<void> {
  if (working.has(app)) return
  working.add(app)
  await startWorker(app.context, () => models)
}

/** The analysis of an archive, to its end. */
export async function analysed(app: TestApp, by: SignedIn, rid: string): Promise<AnalysisResult> {
  const { happened } = await endOf(app, rid)
  const analysis_record_id = await predict(app, by, rid)
  await work(app)
  await happened
  return resultOf(app, by, analysis_record_id)
}

/** `happened` resolves with the next event of this name, whoever receives it. */
export async function nextEvent<E extends EventName>(
  app: TestApp,
  name: E,
  fits: (data: EventData<E>) => boolean = () => true,
): Promise<{ happened: Promise<EventData<E>> }> {
  let resolveEvent: (data: EventData<E>) => void = () => undefined
  const happened = new Promise<EventData<E>>((resolve) => (resolveEvent = resolve))
  await app.context.events.subscribe({
    notice: (notice) => {
      // Sent by `events.send`, which holds the name and its data together.
      if ('event' in notice && notice.event === name) {
        const data = notice.data as EventData<E>
        if (fits(data)) resolveEvent(data)
      }
    },
    gap: () => undefined,
  })
  return { happened }
}

/** `happened` resolves when the next analysis of this sitting ends. Others may still end meanwhile. */
export const endOf = (app: TestApp, rid: string) =>
  nextEvent(app, 'anal_system', ({ image_id }) => image_id === rid)

let drawing: Promise<Buffer> | undefined

/** A small drawn fundus photograph, the same one every time. */
export function drawnPhotograph(): Promise<Buffer> {
  return (drawing ??= encodeJpeg(drawFundus(4711, { width: 800, eye: 'OD' }).image))
}

/** The status of an answer that is read to its end. An unread one keeps the server from closing. */
export async function statusOf(answering: Promise<Response>): Promise<number> {
  const answered = await answering
  await answered.arrayBuffer()
  return answered.status
}

/** Ends an analysis of a fundus sitting at once, with these findings of its first photographs. */
export async function keepFindings(
  app: TestApp,
  by: SignedIn,
  { pid, rid }: { pid: string; rid: string },
  ...all: (FundusFindings | null)[]
): Promise<string> {
  const analysis_record_id = newId()
  const oid = by.oid ?? ''
  const made = { analysis_record_id, pid, rid, modality: 'fundus', requested_by: by.uid } as const
  await withInstitution(app.context.db, oid, (trx) =>
    keepAnalysis(
      trx,
      oid,
      made,
      (all.length > 0 ? all : [SAMPLE_FINDINGS]).map((findings, image_index) => ({
        image_index,
        findings,
        overlays: [],
        error: null,
      })),
    ),
  )
  return analysis_record_id
}
