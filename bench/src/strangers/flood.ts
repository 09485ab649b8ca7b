import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { BODY_FIELDS, login } from '@mingmou/contract'
import { spread } from '../table.ts'

const BODIES = 20
const ROUNDS = 5

/**
 * How long `/healthz` takes while twenty bodies of unknown fields come at once. The bodies hold as
 * many fields as are read, as many as fit, and far more.
 */
export async function benchFlood(url: string): Promise<Record<string, object>> {
  const rest = new Promise<string>((resume) => setTimeout(() => resume('none'), 1000))
  const rows: Record<string, object> = { 'at rest': await whilst(url, rest) }
  for (const fields of [BODY_FIELDS, 6000, 90_000]) {
    const many = Object.fromEntries(Array.from({ length: fields }, (_, n) => [`k${n}`, 1]))
    const body = Buffer.from(JSON.stringify(many))
    const name = `${fields} unknown fields, ${Math.round(body.length / 1024)} kB`
    rows[name] = await whilst(url, flood(url, body))
  }
  return rows
}

/** Returns the answers and their size in bytes. */
async function flood(url: string, body: Buffer): Promise<string> {
  const answers = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const answered = await Promise.all(Array.from({ length: BODIES }, () => post(url, body)))
    for (const answer of answered) answers.add(answer)
  }
  return [...answers].join(' / ')
}

/** The bytes are prepared before, because this process measures at the same time. */
function post(url: string, body: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const sent = request(`${url}${login.path}`, { method: 'POST', headers }, (answered) => {
      void text(answered).then((body) => resolve(`${answered.statusCode ?? 0}, ${body.length} B`))
    })
    // The server may close the line before the whole body is sent.
    sent.on('error', () => resolve('line closed'))
    sent.end(body)
  })
}

async function whilst(url: string, work: Promise<string>) {
  const durations: number[] = []
  const started = performance.now()
  const ended = new AbortController()
  const answers = work.finally(() => ended.abort())
  do {
    const start = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    durations.push(performance.now() - start)
  } while (!ended.signal.aborted)
  return {
    answers: await answers,
    'all answered after': `${Math.round(performance.now() - started)} ms`,
    ...spread(durations),
  }
}
