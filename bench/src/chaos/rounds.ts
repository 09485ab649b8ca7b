import { setTimeout as delay } from 'node:timers/promises'
import { endWhereCut } from '@mingmou/e2e/cut'
import type { Fault } from './faults.ts'
import { emptyLedger, lostOf, unfinishedOf, type Ledger } from './ledger.ts'
import { openWorld, type World } from './world.ts'
import { promiseAnswer, write, type Writing } from './writers.ts'

/** Writing goes on for this long before a fault, and after it. */
const WRITING_MS = 1_000

/**
 * One fault after the other while some people write. After each, everything that was ever acknowledged is asked for again and
 * compared. Names what was lost.
 */
export async function chaos(
  faults: readonly Fault[],
  { store, people = 3 }: { store: boolean; people?: number },
): Promise<{ ledger: Ledger; lost: string[] }> {
  const world = await openWorld({ store })
  const removed = endWhereCut(() => world.remove())
  const ledger = emptyLedger()
  const { clinician, administrator, url } = world
  const writing: Writing = { clinician, administrator, url, ledger }
  const lost: string[] = []
  try {
    for (const [index, fault] of faults.entries()) {
      const { struck, back, tally } = await round(world, writing, { fault, people })
      const gone = await lostOf(ledger, url(), await clinician())
      lost.push(...gone.map((what) => `${what} after ${fault.name}`))
      const standing = struck ? `back after ${Math.round(back)} ms` : 'this machine cannot make it'
      console.log(
        `${index + 1}. ${fault.name}: ${standing}; ${tally.acknowledged} writes acknowledged, ${tally.refused} refused; ${gone.length} lost of all`,
      )
    }
    const unfinished = await unfinishedOf(ledger, await clinician())
    lost.push(...unfinished.map((rid) => `analysis of ${rid}`))
    lost.push(...(await unanswered(world, ledger.answers)), ...(await world.auditFaults()))
    console.log(
      `${ledger.patients.length} patients, ${ledger.exams.length} examinations, ${ledger.photographs.length} photographs with their analyses, ${ledger.answers.length} mails: ${lost.length} lost`,
    )
    return { ledger, lost }
  } finally {
    await world.remove()
    removed()
  }
}

async function round(
  world: World,
  writing: Writing,
  { fault, people }: { fault: Fault; people: number },
) {
  const until = new AbortController()
  const writers = Array.from({ length: people }, () => write(writing, until.signal))
  await promiseAnswer(writing).catch(() => undefined)
  await delay(WRITING_MS)
  const struckAt = performance.now()
  const promised = promiseAnswer(writing).catch(() => undefined)
  const struck = await fault.strike(world)
  await world.ready()
  const back = performance.now() - struckAt
  await delay(WRITING_MS)
  until.abort()
  await promised
  const tallies = await Promise.all(writers)
  await world.ready()
  const sum = (key: 'acknowledged' | 'refused') =>
    tallies.reduce((all, tally) => all + tally[key], 0)
  return { struck, back, tally: { acknowledged: sum('acknowledged'), refused: sum('refused') } }
}

/** Mails that nobody got. A mail that a server did not take is sent again later. */
async function unanswered({ mailed }: World, answers: readonly string[]): Promise<string[]> {
  const patience = Date.now() + 180_000
  const missing = () => answers.filter((address) => !mailed.has(address))
  while (missing().length > 0 && Date.now() < patience) await delay(200)
  return missing().map((address) => `mail to ${address}`)
}
