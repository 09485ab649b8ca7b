import { fork } from 'node:child_process'
import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { listPatients, listReports, listWorklist } from '@mingmou/contract'
import { endWhereCut } from '@mingmou/e2e/cut'
import sharp from 'sharp'
import type { Client } from '../client.ts'
import { residentMiB } from '../resident.ts'
import type { Asked, Heard } from './stranger-process.ts'
import { spread } from '../table.ts'
import { newPatient, upload } from '../upload.ts'

const STRANGERS = fileURLToPath(new URL('./stranger-process.ts', import.meta.url))

interface Measured {
  url: string
  dataDir: string
  clinician: Client
  trials: readonly Client[]
  seconds: number
}

/** Strangers have machines of their own. Here their process waits for the program, and gets as many answers. */
const BEHIND_THE_PROGRAM = 10

/**
 * What clinicians notice while strangers do all that is open to them without a pause. The strangers
 * have a process of their own: the clinician's clock would count their work too.
 */
export async function benchStrangers(measured: Measured): Promise<Record<string, object>> {
  const { url, clinician, trials, seconds, dataDir } = measured
  const pid = await newPatient(clinician)
  const atRest = await watched(measured, pid, 10)
  const before = await residentMiB(dataDir)
  const sessions = trials.map(({ uid, token }) => ({ uid, token }))
  const report = await reportNumber(clinician)
  const { begun, heard } = strangers({ url, report, trials: sessions, seconds })
  await begun
  const meanwhile = await watched(measured, pid, seconds)
  const told = Object.entries(await heard).map(([what, count]) => `${count} × ${what}`)
  const after = await residentMiB(dataDir)
  return {
    ...named('at rest', atRest),
    ...named('meanwhile', meanwhile),
    'web process': { p50: `${before.web} MiB before`, p99: `${after.web} MiB after` },
    'strangers got': { p50: told.join(', ') },
  }
}

function strangers(asked: Asked): { begun: Promise<unknown>; heard: Promise<Heard> } {
  const child = fork(STRANGERS)
  if (child.pid !== undefined) setPriority(child.pid, BEHIND_THE_PROGRAM)
  endWhereCut(() => Promise.resolve(child.kill()))
  const failed = once(child, 'exit').then(() => {
    throw new Error('the strangers ended early')
  })
  child.send(asked)
  const begun = Promise.race([once(child, 'message'), failed])
  const heard = begun.then(async () => {
    const [told] = (await Promise.race([once(child, 'message'), failed])) as [Heard]
    return told
  })
  return { begun, heard }
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
