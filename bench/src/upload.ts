import {
  addPatient,
  fundusAnalysis,
  getStsToken,
  maskOf,
  MODALITY,
  today,
  type Modality,
} from '@mingmou/contract'
import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import { PATIENCE_MS, patient, type Client } from './client.ts'
import { spread } from './table.ts'

/**
 * The time from the first byte sent to the result, while another client asks for the health of the
 * program.
 */
export async function benchUpload(
  url: string,
  client: Client,
  times: number,
): Promise<Record<string, object>> {
  const bytes = await drawnPhotograph()
  const pid = await newPatient(client)
  const stored: number[] = []
  const looked: number[] = []
  const analysed: number[] = []
  const answered: number[] = []
  const drawn: number[] = []
  const uploads = new AbortController()
  const watching = watch(url, answered, uploads.signal)
  try {
    for (let index = 0; index < times; index++) {
      const start = performance.now()
      const rid = await upload(url, client, pid, bytes)
      stored.push(performance.now() - start)
      let look: number | undefined
      const record = await result(client, rid, {
        every: 50,
        looked: () => (look ??= performance.now() - start),
      })
      if (look === undefined) throw new Error('the result came without a first look')
      looked.push(look)
      analysed.push(performance.now() - start)
      drawn.push(await draw(client, record))
    }
  } finally {
    uploads.abort()
    await watching
  }
  return {
    'upload to archive': spread(stored),
    'upload to first look': spread(looked),
    'upload to result': spread(analysed),
    'another call meanwhile': spread(answered),
    'drawing saved to its figures': spread(drawn),
  }
}

export const drawnPhotograph = () => encodeJpeg(drawFundus(7, { width: 4288, height: 2848 }).image)

export async function newPatient(client: Client): Promise<string> {
  return (await client.call(addPatient, patient())).pid
}

/** A large photograph of a patient with its result. */
export async function uploadOnce(url: string, client: Client) {
  const pid = await newPatient(client)
  const rid = await upload(url, client, pid, await drawnPhotograph())
  await result(client, rid)
  return { pid, rid }
}

/** The program refuses with an answer of status 200 too. An object store that took a file says nothing. */
export async function expectStored(answered: Response): Promise<void> {
  const said = await answered.text()
  if (answered.ok && said === '') return
  const { error_code, msg } = JSON.parse(said) as { error_code: number; msg: string }
  if (error_code !== 0) throw new Error(`the upload was refused: ${msg}`)
}

/** Stores an image as a sitting. Returns the sitting. */
export async function upload(
  url: string,
  client: Client,
  pid: string,
  bytes: Buffer,
  { modality = 'fundus', img_type = 1 }: { modality?: Modality; img_type?: 1 | 2 } = {},
): Promise<string> {
  const name = 'bench.jpg'
  const { sts_config } = await client.call(getStsToken, { file_type: modality, file_name: name })
  const form = new FormData()
  for (const [field, value] of Object.entries(sts_config.fields)) form.set(field, value)
  const key = `${sts_config.key_prefix}${name}`
  form.set('key', key)
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const signal = AbortSignal.timeout(PATIENCE_MS)
  await expectStored(
    await fetch(new URL(sts_config.url, url), { method: 'POST', body: form, signal }),
  )
  const { rid } = await client.call(MODALITY[modality].calls.archive.create, {
    pid,
    record_date: today(),
    collect_device: 'Topcon TRC-NW400',
    img_type,
    files_path: [key],
    repeated: [key],
  })
  return rid
}

/** Draws a cup, and waits until its figures are there. */
async function draw(client: Client, analysis_record_id: string): Promise<number> {
  const size = { width: 2048, height: Math.round((2848 * 2048) / 4288) }
  const pixels = Uint8Array.from({ length: size.width * size.height }, (_, at) =>
    Math.hypot((at % size.width) - 1400, Math.floor(at / size.width) - 680) < 60 ? 255 : 0,
  )
  const start = performance.now()
  await client.call(fundusAnalysis.draw, {
    analysis_record_id,
    image_index: 0,
    layer: 'cup' as const,
    replaces: null,
    mask: maskOf(size, pixels),
  })
  for (;;) {
    const { uid } = client
    const read = await client.call(fundusAnalysis.result, { analysis_record_id, uid })
    const [image] = [...read.left, ...read.right, ...read.other]
    if (image?.drawn?.state === 'measured') return performance.now() - start
    if (image?.drawn?.state === 'failed') throw new Error('the drawing was not measured')
    await new Promise((next) => setTimeout(next, 100))
  }
}

/**
 * The analysis of a sitting, once it is done; asked for each `every` ms. `looked` hears of each answer with a first look.
 * Fails when the time is over before.
 */
export async function result(
  client: Client,
  image_id: string,
  {
    every = 100,
    over,
    modality = 'fundus',
    looked,
  }: { every?: number; over?: AbortSignal; modality?: Modality; looked?: () => void } = {},
): Promise<string> {
  const { uid } = client
  const calls = MODALITY[modality].calls.analysis
  const { analysis_record_id } = await client.call(calls.predictions, { image_id, uid })
  for (;;) {
    const { status, reason, looks } = await client.call(calls.result, { analysis_record_id, uid })
    if (looks.length > 0) looked?.()
    if (status === 'done') return analysis_record_id
    if (status === 'failed' || status === 'cancelled') throw new Error(reason ?? status)
    over?.throwIfAborted()
    await new Promise((next) => setTimeout(next, every))
  }
}

async function watch(url: string, answered: number[], until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const start = performance.now()
    await fetch(`${url}/healthz`)
    answered.push(performance.now() - start)
    await new Promise((next) => setTimeout(next, 50))
  }
}
