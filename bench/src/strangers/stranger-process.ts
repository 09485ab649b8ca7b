import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { addTrialPhotograph, CALLS, dropTrialPhotographs, REPORT_PDF_PATH } from '@mingmou/contract'
import sharp from 'sharp'
import { withSession, type Client } from '../client.ts'
import { send } from './unfiled.ts'

/** What an address may ask in a minute. */
const A_SECOND = 50
const ADDRESSES = 3
/** Works of one trial account that go on at once. */
const AT_ONCE = 6
const LARGE_BYTES = 32 * 1024 * 1024 - 1000

/** What strangers are told to do. */
export interface Asked {
  url: string
  /** The number of a public report. */
  report: string
  trials: readonly { uid: string; token: string }[]
  seconds: number
}

/** How often they heard each answer. */
export type Heard = Record<string, number>

/**
 * The contract, every open call and the PDF of a public report from three addresses at their limit,
 * and trial accounts that upload what they may and add and drop photographs.
 */
async function strangers({ url, report, trials, seconds }: Asked): Promise<Heard> {
  const drawn = await photographs()
  process.send?.('begun')
  const agent = new Agent({ keepAlive: true, maxSockets: 400 })
  const over = AbortSignal.timeout(seconds * 1000)
  const heard: Heard = {}
  const hear = (what: string, count = 1) => (heard[what] = (heard[what] ?? 0) + count)
  const asks = [
    ...Array.from({ length: ADDRESSES }, (_, n) => `203.0.113.${n + 1}`).flatMap((address) => [
      floods(over, () => ask(url, agent, address, 'GET', '/openapi.json').then(hear)),
      floods(over, (turn) => openCall(url, agent, address, turn, report).then(hear)),
    ]),
    ...trials
      .map((session) => withSession(url, session))
      .flatMap((trial) => [
        uploads(url, trial, over).then((sent) => hear('MiB that trial users uploaded', sent)),
        ...drawn.map((photograph) => addsAndDrops(url, trial, photograph, { over, hear })),
      ]),
  ]
  await Promise.allSettled(asks)
  agent.destroy()
  return heard
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

process.once('message', (asked) => {
  void strangers(asked as Asked).then((heard) => process.send?.(heard, () => process.disconnect()))
})
