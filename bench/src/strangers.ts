import { statfs } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import {
  addTrialPhotograph,
  CALLS,
  dropTrialPhotographs,
  getStsToken,
  listPatients,
  listReports,
  listWorklist,
  REPORT_PDF_PATH,
} from '@mingmou/contract'
import sharp from 'sharp'
import type { Client } from './client.ts'
import { residentMiB } from './resident.ts'
import { spread } from './table.ts'
import { newPatient, upload } from './upload.ts'

/** What an address may ask in a minute. */
const A_SECOND = 50
const ADDRESSES = 3
/** Works of one trial account that go on at once. */
const AT_ONCE = 6
const LARGE_BYTES = 32 * 1024 * 1024 - 1000

interface Measured {
  url: string
  dataDir: string
  clinician: Client
  trials: readonly Client[]
  seconds: number
}

/**
 * What clinicians notice while strangers do all that is open to them without a pause: the contract,
 * every open call and the PDF of a public report from three addresses at their limit, and trial
 * accounts that upload what they may and add and drop photographs.
 */
export async function benchStrangers(measured: Measured): Promise<Record<string, object>> {
  const { url, clinician, trials, seconds, dataDir } = measured
  const drawn = await photographs()
  const pid = await newPatient(clinician)
  const atRest = await watched(measured, pid, 10)
  const before = await residentMiB(dataDir)
  const report = await reportNumber(clinician)
  const agent = new Agent({ keepAlive: true, maxSockets: 400 })
  const over = AbortSignal.timeout(seconds * 1000)
  const heard = new Map<string, number>()
  const hear = (what: string) => heard.set(what, (heard.get(what) ?? 0) + 1)
  const asks = [
    ...Array.from({ length: ADDRESSES }, (_, n) => `203.0.113.${n + 1}`).flatMap((address) => [
      floods(over, () => ask(url, agent, address, 'GET', '/openapi.json').then(hear)),
      floods(over, (turn) => openCall(url, agent, address, turn, report).then(hear)),
    ]),
    ...trials.flatMap((trial) => [
      uploads(url, trial, over).then((sent) => heard.set('MiB that trial users uploaded', sent)),
      ...drawn.map((photograph) => addsAndDrops(url, trial, photograph, { over, hear })),
    ]),
  ]
  const meanwhile = await watched(measured, pid, seconds)
  await Promise.allSettled(asks)
  agent.destroy()
  const after = await residentMiB(dataDir)
  const told = [...heard].map(([what, count]) => `${count} × ${what}`).join(', ')
  return {
    ...named('at rest', atRest),
    ...named('meanwhile', meanwhile),
    'web process': { p50: `${before.web} MiB before`, p99: `${after.web} MiB after` },
    'strangers got': { p50: told },
  }
}

const named = (when: string, rows: Record<string, object>) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${name}, ${when}`, row]))

/** What a clinician's pages take, and the least of the disk that was free. */
async function watched({ url, clinician, dataDir }: Measured, pid: string, seconds: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const size = { width: 900, height: 700, channels: 3 as const, background: '#345' }
  const small = await sharp({ create: { ...size, noise } })
    .jpeg()
    .toBuffer()
  const until = performance.now() + seconds * 1000
  const took = { lists: [] as number[], create: [] as number[], '/healthz': [] as number[] }
  let errors = 0
  let free = Infinity
  const repeat = async (name: keyof typeof took, pause: number, work: () => Promise<unknown>) => {
    while (performance.now() < until) {
      const began = performance.now()
      await work().catch(() => errors++)
      took[name].push(performance.now() - began)
      await delay(pause)
    }
  }
  await Promise.all([
    repeat('lists', 50, () => clinician.call(listPatients, {})),
    repeat('lists', 50, () => clinician.call(listWorklist, {})),
    repeat('lists', 50, () => clinician.call(listReports, {})),
    repeat('create', 1_500, () => upload(url, clinician, pid, small)),
    repeat('/healthz', 100, async () => (await fetch(`${url}/healthz`)).text()),
    repeat('/healthz', 500, async () => {
      const { bavail, bsize } = await statfs(dataDir)
      free = Math.min(free, bavail * bsize)
    }),
  ])
  return {
    ...Object.fromEntries(
      Object.entries(took).map(([name, ms]) => [name, { ...spread(ms), calls: ms.length }]),
    ),
    'errors of the clinician': { calls: errors },
    'least of the disk free': { p50: `${Math.round(free / 1_048_576)} MiB` },
  }
}

async function reportNumber(clinician: Client): Promise<string> {
  const { rows } = await clinician.call(listReports, { state: 'signed' })
  return rows[0]?.report_no ?? ''
}

async function floods(over: AbortSignal, send: (turn: number) => Promise<unknown>): Promise<void> {
  const began = performance.now()
  const sent: Promise<unknown>[] = []
  while (!over.aborted) {
    const due = began + (sent.length / A_SECOND) * 1000
    await delay(Math.max(0, due - performance.now()))
    sent.push(send(sent.length))
  }
  await Promise.all(sent)
}

const OPEN = CALLS.filter(({ access }) => access === 'public')

/** One open call after the other, and the PDF of a report. */
function openCall(url: string, agent: Agent, address: string, turn: number, report: string) {
  const call = OPEN[turn % (OPEN.length + 1)]
  const pdf = `${REPORT_PDF_PATH}?report_no=${report}&lang=${turn % 2 === 0 ? 'en' : 'zh-CN'}`
  return call === undefined
    ? ask(url, agent, address, 'GET', pdf)
    : ask(url, agent, address, call.method, call.path)
}

/** The status of the answer. */
function ask(
  url: string,
  agent: Agent,
  address: string,
  method: string,
  path: string,
): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      ...(method === 'POST' && { 'content-type': 'application/json', 'content-length': 2 }),
      'x-forwarded-for': address,
    }
    const asked = request(`${url}${path}`, { method, agent, headers }, (answered) => {
      answered.resume().on('end', () => resolve(String(answered.statusCode)))
    })
    asked.on('error', () => resolve('line closed'))
    asked.end(method === 'POST' ? '{}' : undefined)
  })
}

/** An upload of a trial user that nobody takes in yet. Returns its key. */
export async function send(
  url: string,
  trial: Client,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const { sts_config } = await trial.call(getStsToken, {
    file_type: 'experience',
    file_name: 'eye.png',
  })
  const form = new FormData()
  for (const [field, value] of Object.entries(sts_config.fields)) form.set(field, value)
  const key = `${sts_config.key_prefix}eye.png`
  form.set('key', key)
  form.set('file', new Blob([bytes]), 'eye.png')
  const answered = await fetch(new URL(sts_config.url, url), { method: 'POST', body: form })
  const { error_code, msg } = (await answered.json()) as { error_code: number; msg: string }
  if (error_code !== 0) throw new Error(msg)
  return key
}

/** Uploads the largest files that nobody takes in. Returns how many MiB came. */
async function uploads(url: string, trial: Client, over: AbortSignal): Promise<number> {
  const large = new Uint8Array(LARGE_BYTES)
  let sent = 0
  while (!over.aborted) {
    await send(url, trial, large).then(
      () => (sent += 32),
      () => delay(1_000),
    )
  }
  return sent
}

/** Photographs that differ. What was dropped may come again, and drawing meanwhile would be the load itself. */
async function photographs(): Promise<Uint8Array<ArrayBuffer>[]> {
  const drawn: Uint8Array<ArrayBuffer>[] = []
  for (let n = 0; n < AT_ONCE; n++) {
    const noise = { type: 'gaussian', mean: 100 + 10 * n, sigma: 40 } as const
    const size = { width: 4000, height: 3000, channels: 3 as const, background: '#345' }
    drawn.push(
      new Uint8Array(
        await sharp({ create: { ...size, noise } })
          .jpeg()
          .toBuffer(),
      ),
    )
  }
  return drawn
}

async function addsAndDrops(
  url: string,
  trial: Client,
  photograph: Uint8Array<ArrayBuffer>,
  { over, hear }: { over: AbortSignal; hear: (what: string) => void },
): Promise<void> {
  while (!over.aborted) {
    try {
      const key = await send(url, trial, photograph)
      await trial.call(addTrialPhotograph, { key, name: 'eye.png' })
      await trial.call(dropTrialPhotographs, { keys: [key] })
      hear('photographs added and dropped')
    } catch {
      hear('refusals of a trial user')
      await delay(1_000)
    }
  }
}
