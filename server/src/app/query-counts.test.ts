import { CALLS, type Call, type Role } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makePatient } from '../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../testing/factories.ts'
import { beginRecall, ROUTINE, sign, sit } from '../testing/recall-factory.ts'
import { recordsOf, trialRecordsOf, type Records } from '../testing/records-of.ts'
import { noteQueries } from '../testing/request-queries.ts'
import { sampleBody } from '../testing/sample-bodies.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

/** A list, a record or a file asks the database as often where there are many rows as where there are few. */

let app: TestApp
let asked = 0
let ended: () => void
beforeAll(async () => {
  app = await testApp({ callsPerMinute: 1_000_000 })
  ended = noteQueries(() => asked++)
})
afterAll(async () => {
  ended()
  await app.close()
})

/** Those that answer rows or a file. */
const isList = ({ data, file }: Call) =>
  file !== undefined ||
  (data instanceof z.ZodObject &&
    Object.values(data.shape).some((field) => field instanceof z.ZodArray))
/** They change something, or a file of theirs is made of other files, each of which is looked for: the PDFs of a patient. */
const CHANGES =
  /\/(add|bring|create|open|forms|documentForms|check-letters|begin\w*|predictions|renewRecoveryCodes|patient\/(set|export))$/
const LISTS = CALLS.filter(
  (call) => isList(call) && call.access !== 'public' && !CHANGES.test(call.path),
)
/** They read whole reports, which the institution of rows has not. */
const OF_REPORTS = /^\/v1\/(analysis-reports\/fhir|recall\/letter|patient\/exportTables)$/

const roleOf = ({ access }: Call): Role =>
  typeof access === 'string' ? '3' : (access.find((role) => role === '3') ?? access[0] ?? '3')

/** How often a call asks; the words of a refusal. */
async function queriesOf(call: Call, by: SignedIn, records: Records): Promise<number | string> {
  const body = sampleBody(call, { ...records, uid: by.uid, token: by.token })
  const isGet = call.method === 'GET'
  const search = isGet ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : ''
  const before = asked
  const answered = await fetch(`${app.url}${call.path}${search}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${by.token}`,
      ...(!isGet && { 'content-type': 'application/json' }),
    },
    ...(!isGet && { body: JSON.stringify(body) }),
  })
  const text = Buffer.from(await answered.arrayBuffer()).toString('latin1')
  const isRefused = text.startsWith('{"error_code"') && !text.startsWith('{"error_code":0')
  return isRefused ? `refused: ${answered.status}` : asked - before
}

interface World {
  by: ReadonlyMap<Role, SignedIn>
  calls: readonly Call[]
  /** Adds a number of rows of everything, of one patient. */
  grow: (count: number) => Promise<Records>
}

/** What each call asks of two rows, and then of eight. */
async function askedIn({ by, calls, grow }: World) {
  const records = await grow(2)
  const counts = async () => {
    const found: Record<string, number | string> = {}
    for (const call of calls) {
      const who = by.get(roleOf(call))
      if (!who) throw new Error(`nobody of ${call.path}`)
      const several = []
      for (let n = 0; n < 3; n++) several.push(await queriesOf(call, who, records))
      // Of a connection that is opened the next one is free.
      found[call.path] = several.toSorted()[0] ?? 0
    }
    return found
  }
  const few = await counts()
  await grow(6)
  return { few, many: await counts() }
}

const callers = async () => {
  const by = new Map<Role, SignedIn>()
  for (const role of ['1', '3', '4', '5'] as const) by.set(role, await makeAccount(app, { role }))
  return by
}
const callerIn = (by: ReadonlyMap<Role, SignedIn>, role: Role): SignedIn => {
  const found = by.get(role)
  if (!found) throw new Error(`nobody of role ${role}`)
  return found
}

describe('the queries of a list or a file', () => {
  test('are as many for many rows as for few', async () => {
    const by = await callers()
    const main = callerIn(by, '3')
    const pid = await makePatient(app, main)
    const grow = async (count: number) => {
      let records: Records = {}
      for (let n = 0; n < count; n++) {
        records = await recordsOf(app, main, 'fundus', pid)
        await trialRecordsOf(app, callerIn(by, '5'))
      }
      return records
    }
    const calls = LISTS.filter(({ path }) => !OF_REPORTS.test(path))
    const { few, many } = await askedIn({ by, calls, grow })
    expect(many).toEqual(few)
    const answered = Object.values(few).filter((count) => typeof count === 'number')
    expect(answered.length).toBeGreaterThan(60)
  })

  test('are as many for many reports as for few', async () => {
    const by = await callers()
    const main = callerIn(by, '3')
    await beginRecall(app, main)
    const pid = await makePatient(app, main)
    const grow = async (count: number) => {
      let records: Records = {}
      for (let n = 0; n < count; n++) {
        const sat = await sit(app, main, pid, `2024-03-0${n + 1}`)
        const { report_id, report_no } = await sign(app, main, sat, ROUTINE)
        records = { ...sat, report_id, report_no, analysis_record_id: sat.analysis_id }
      }
      return records
    }
    const calls = LISTS.filter(({ access }) => roleOf({ access } as Call) === '3')
    const { few, many } = await askedIn({ by, calls, grow })
    expect(many).toEqual(few)
    for (const path of ['/v1/analysis-reports/fhir', '/v1/patient/exportTables'])
      expect([path, few[path]]).toEqual([path, expect.any(Number)])
  })
})
