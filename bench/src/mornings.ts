import { setTimeout as delay } from 'node:timers/promises'
import {
  countNotices,
  fundusAnalysis,
  fundusArchive,
  listPatients,
  listReports,
  listWorklist,
  patientInfo,
} from '@mingmou/contract'
import pg from 'pg'
import { hashPassword } from '@mingmou/server/testing/parts'
import { signIn, type Client } from './client.ts'
import { spread } from './table.ts'

const CLINICIANS = 1000
const PASSWORD = 'correct-horse1'
/** The mean time between two pages of one clinician. */
const THINKING_S = 15

/** Clinicians of the filled institutions, most of them where most patients are. */
async function fillClinicians(superuserUrl: string): Promise<void> {
  const database = new pg.Client({ connectionString: superuserUrl })
  await database.connect()
  try {
    await database.query(
      `INSERT INTO accounts (uid, oid, role, username, name, email, password_hash, first_login)
       SELECT gen_random_uuid(), oid, '4', 'morning' || n, '演示医生', 'morning' || n || '@bench.example.com', $1, false
       FROM (SELECT row_number() OVER (ORDER BY count DESC) AS place, oid FROM
         (SELECT oid, count(*) FROM patients GROUP BY oid) AS sizes) AS clinics
       JOIN generate_series(0, ${CLINICIANS - 1}) n
       ON place = 1 + floor((SELECT count(DISTINCT oid) FROM patients) * power(n / ${CLINICIANS}.0, 3))`,
      [await hashPassword(PASSWORD)],
    )
  } finally {
    await database.end()
  }
}

/** Think times follow the exponential distribution, as those of independent people do. */
const thinking = () => delay(-Math.log(1 - Math.random()) * THINKING_S * 1000)

/**
 * The first minutes of a morning: 1,000 clinicians log in within a minute, then each opens one page
 * after another and thinks between them. Each has an address of their own.
 */
export async function benchMornings(
  url: string,
  superuserUrl: string,
  seconds: number,
): Promise<Record<string, object>> {
  await fillClinicians(superuserUrl)
  const took = new Map<string, number[]>()
  const failed = new Map<string, number>()
  const page = async <T>(name: string, work: () => Promise<T>): Promise<T | null> => {
    const began = performance.now()
    const done = await work().catch(() => {
      failed.set(name, (failed.get(name) ?? 0) + 1)
      return null
    })
    took.set(name, [...(took.get(name) ?? []), performance.now() - began])
    return done
  }
  const until = performance.now() + seconds * 1000

  async function morning(number: number): Promise<void> {
    const address = `10.${6 + Math.floor(number / 250)}.0.${number % 250}`
    await delay(60_000 * Math.random())
    const account = { account: `morning${number}`, password: PASSWORD }
    const client = await page('login', () => signIn(url, account, 2, address))
    while (client && performance.now() < until) await nextPatient(client, number)
  }

  async function nextPatient(client: Client, number: number): Promise<void> {
    const surname = '张王李赵陈刘杨黄'.charAt(number % 8)
    await page('worklist', () =>
      Promise.all([client.call(listWorklist, {}), client.call(countNotices, {})]),
    )
    await thinking()
    const found = await page('patient list, by part of a name', () =>
      client.call(listPatients, { page: 1, size: 10, name: surname }),
    )
    await thinking()
    const pid = found?.rows[number % Math.max(1, found.rows.length)]?.pid
    if (pid === undefined) return
    await page('patient detail', () =>
      Promise.all([client.call(patientInfo, { pid }), client.call(fundusArchive.list, { pid })]),
    )
    await thinking()
    await page('sittings of a patient', () => client.call(fundusAnalysis.list, { pid }))
    await thinking()
    await page('report list', () => client.call(listReports, { page: 1, size: 10 }))
    await thinking()
  }

  await Promise.all(Array.from({ length: CLINICIANS }, (_, number) => morning(number)))
  const rows = [...took].map(([name, ms]) => [
    name,
    { ...spread(ms), pages: ms.length, errors: failed.get(name) ?? 0 },
  ])
  return Object.fromEntries(rows) as Record<string, object>
}
