import { addPatient, fundusAnalysis, fundusArchive, getStsToken, today } from '@mingmou/contract'
import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import type { Client } from './client.ts'
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
  const bytes = await drawLarge()
  const pid = await newPatient(client)
  const stored: number[] = []
  const analysed: number[] = []
  const answered: number[] = []
  const uploads = new AbortController()
  const watching = watch(url, answered, uploads.signal)
  try {
    for (let index = 0; index < times; index++) {
      const start = performance.now()
      const rid = await upload(url, client, pid, bytes)
      stored.push(performance.now() - start)
      await result(client, rid)
      analysed.push(performance.now() - start)
    }
  } finally {
    uploads.abort()
    await watching
  }
  return {
    'upload to archive': spread(stored),
    'upload to result': spread(analysed),
    'another call meanwhile': spread(answered),
  }
}

const drawLarge = () => encodeJpeg(drawFundus(7, { width: 4288, height: 2848 }).image)

async function newPatient(client: Client): Promise<string> {
  const { pid } = await client.call(addPatient, {
    ad_card_number: `BENCH-${Date.now()}`,
    name: '演示患者',
    gender: 1,
    profession: '11',
    birthday: '1960-01-01',
    phone: '13800138000',
    area_id: ['330000'],
    address: '演示路1号',
  })
  return pid
}

/** A large photograph of a patient with its result. */
export async function uploadOnce(url: string, client: Client) {
  const pid = await newPatient(client)
  const rid = await upload(url, client, pid, await drawLarge())
  await result(client, rid)
  return { pid, rid }
}

async function upload(url: string, client: Client, pid: string, bytes: Buffer): Promise<string> {
  const { sts_config } = await client.call(getStsToken, { file_type: 'fundus' })
  const form = new FormData()
  for (const [name, value] of Object.entries(sts_config.fields)) form.set(name, value)
  const key = `${sts_config.key_prefix}bench.jpg`
  form.set('key', key)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'bench.jpg')
  await fetch(new URL(sts_config.url, url), { method: 'POST', body: form })
  const { rid } = await client.call(fundusArchive.create, {
    pid,
    record_date: today(),
    collect_device: 'Topcon TRC-NW400',
    img_type: 1,
    files_path: [key],
    repeated: [key],
  })
  return rid
}

async function result(client: Client, image_id: string): Promise<void> {
  const { uid } = client
  const { analysis_record_id } = await client.call(fundusAnalysis.predictions, { image_id, uid })
  for (;;) {
    const { status, reason } = await client.call(fundusAnalysis.result, { analysis_record_id, uid })
    if (status === 'done') return
    if (status === 'failed' || status === 'cancelled') throw new Error(reason ?? status)
    await new Promise((next) => setTimeout(next, 100))
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
