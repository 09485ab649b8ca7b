import { CALLS, createReport, ROLES, STATUS, type Call, type Role } from '@mingmou/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepFindings, makeSitting } from '../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../testing/factories.ts'
import { bodiesOf } from '../testing/generated-bodies.ts'
import { succeed, testApp, type TestApp } from '../testing/test-app.ts'

/**
 * Sends bodies made from the schema of each call, whole and spoilt, and looks for faults.
 * `BODIES=10000 npx vitest run --project server generated-bodies` sends that many to each call, and
 * says which refusals took the most work.
 */

const TOGETHER = 2_000
const BODIES = Number(process.env['BODIES'] ?? Math.ceil(TOGETHER / CALLS.length))
const SEED = Number(process.env['SEED'] ?? 20261123)
const LARGEST_REFUSAL = 64 * 1024

let app: TestApp
const callers = new Map<Role, SignedIn>()
/** Ids by the names that calls give them, and what answers said since. */
const pool: Record<string, string> = {}
beforeAll(async () => {
  app = await testApp({ logLevel: 'silent', bodyMs: 3_600_000, callsPerMinute: 1_000_000 })
  for (const role of ROLES) callers.set(role, await makeAccount(app, { role }))
  const { by, pid, rid } = await makeSitting(app)
  callers.set('4', by)
  const main = await makeAccount(app, { role: '3', ...(by.oid !== null && { oid: by.oid }) })
  callers.set('3', main)
  const member = await addAccount(app, { role: '4', ...(by.oid !== null && { oid: by.oid }) })
  const analysis = await keepFindings(app, by, { pid, rid })
  const written = { analysis_type: '1', diagnostic_opinion: '演示意见', image_index: 0 } as const
  const of = { uid: by.uid, patient_id: pid, analysis_id: analysis }
  const { report_id } = await succeed(app, createReport, { ...of, ...written }, by)
  Object.assign(pool, { pid, patient_id: pid, rid, image_id: rid, report_id, aid: member.uid })
  Object.assign(pool, { analysis_record_id: analysis, analysis_id: analysis })
})
/**
 * CPU time of the dearest refusal of each call, of server and test together, ms; at most that. One
 * that seems dear is sent up to twice more, as the garbage collector may have run. The cheapest counts.
 */
const dearest = new Map<string, number>()
afterAll(async () => {
  await app.close()
  if (process.env['BODIES'] === undefined) return
  const most = [...dearest].toSorted(([, a], [, b]) => b - a).slice(0, 10)
  for (const [path, ms] of most) process.stdout.write(`${path}: ${ms.toFixed(1)} ms\n`)
})

/** What takes records away comes late, and what takes callers away last. */
const TAKES = /del|void|remove|merge|drop|cancel|close/i
const SHUTS = /ban|lock|logout|review|reset|purge|admin\/\w+\/del/i
const turnOf = ({ path }: Call) => (SHUTS.test(path) ? 2 : TAKES.test(path) ? 1 : 0)
const ORDERED = CALLS.toSorted((a, b) => turnOf(a) - turnOf(b))

const rolesOf = ({ access }: Call): readonly Role[] =>
  access === 'public' || access === 'signed-in' ? ROLES : access

/** The call may have ended the session of its caller, or banned it. */
async function renewed(role: Role): Promise<SignedIn> {
  const before = callers.get(role)
  const oid = before?.oid ?? undefined
  const caller = await (
    before === undefined ? Promise.reject(new Error(role)) : signIn(app, before)
  )
    .catch(() => makeAccount(app, { role, ...(oid !== undefined && { oid }) }))
    .catch(() => makeAccount(app, { role }))
  callers.set(role, caller)
  return caller
}

const ENDED: readonly number[] = [
  ...[STATUS.unauthorised, STATUS.tokenExpired, STATUS.sessionRevoked],
  ...[STATUS.loggedInElsewhere, STATUS.passwordChangeRequired],
]

let asked = 0
/** Each from an address of its own: the limits of an address are tested elsewhere. */
const address = () => `10.${(++asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`

/** The fields of a query. */
function textsOf(body: unknown): string[][] {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return fields
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
}

async function send(call: Call, body: unknown, { token }: SignedIn) {
  const isGet = call.method === 'GET'
  const query = isGet ? `?${new URLSearchParams(textsOf(body)).toString()}` : ''
  const answered = await fetch(`${app.url}${call.path}${query}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': address(),
      ...(!isGet && { 'content-type': 'application/json' }),
    },
    ...(!isGet && { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await answered.arrayBuffer())
  const isJson = answered.headers.get('content-type')?.startsWith('application/json') === true
  return { status: answered.status, bytes, isJson }
}

/** Later bodies name the records of earlier answers. */
function learn(data: unknown): void {
  if (typeof data !== 'object' || data === null) return
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string' && /(_id|id|_no|key|ticket)$/.test(name)) pool[name] ??= value
    else learn(value)
  }
}

/** Bodies on their way at once: most of the time of one alone is waiting. */
const AT_ONCE = 5
/** Where bodies together took less, each took less, and none is sent again by itself to measure it. */
const DEAR_MS = 50

interface Asked {
  role: Role
  body: unknown
}

const callerOf = async (role: Role) => callers.get(role) ?? (await renewed(role))

async function timed(work: () => Promise<Asked[]>): Promise<{ refused: Asked[]; ms: number }> {
  const before = process.cpuUsage()
  const refused = await work()
  const { user, system } = process.cpuUsage(before)
  return { refused, ms: (user + system) / 1000 }
}

async function cheapest(work: () => Promise<Asked[]>): Promise<number> {
  const times: number[] = []
  while (times.length < 3 && (times.at(-1) ?? Infinity) > DEAR_MS)
    times.push((await timed(work)).ms)
  return Math.min(...times)
}

/** Whether it was a refusal. */
function check(call: Call, { status, bytes, isJson }: Awaited<ReturnType<typeof send>>): boolean {
  expect(status).not.toBe(STATUS.fault)
  if (!isJson) {
    expect([status, call.file]).toEqual([STATUS.ok, expect.any(String)])
    return false
  }
  const { error_code, data } = JSON.parse(bytes.toString()) as Record<string, unknown>
  if (error_code === 0) learn(data)
  else expect(bytes.length).toBeLessThan(LARGEST_REFUSAL)
  return error_code !== 0
}

/** Sends the bodies at once, and anew those whose session another one has ended. Returns those refused. */
async function sendAll(call: Call, asked: readonly Asked[]): Promise<Asked[]> {
  const refused: Asked[] = []
  const ended: Asked[] = []
  const note = (asked: Asked, answered: Awaited<ReturnType<typeof send>>) => {
    if (check(call, answered)) refused.push(asked)
  }
  const ask = async (asked: Asked) => {
    const answered = await send(call, asked.body, await callerOf(asked.role))
    if (call.access !== 'public' && ENDED.includes(answered.status)) ended.push(asked)
    else note(asked, answered)
  }
  // One that fails is waited for with the others, so that nothing runs on into the next test.
  const faults = (await Promise.allSettled(asked.map(ask))).filter((result) => 'reason' in result)
  for (const { reason } of faults) throw reason
  for (const request of ended)
    note(request, await send(call, request.body, await renewed(request.role)))
  return refused
}

describe.each(ORDERED.map((call, n) => [`${call.method} ${call.path}`, call, n] as const))(
  '%s',
  (_, call, n) => {
    test(`answers ${BODIES} bodies without a fault, and refuses in few words`, async () => {
      const given = rolesOf(call).map((role) => {
        const { uid, oid } = callers.get(role) ?? { uid: '', oid: null }
        const own = { ...pool, uid, ...(oid !== null && { oid }) }
        return bodiesOf(call.body, own).map((body) => ({ role, body }))
      })
      // What ends sessions goes one by one.
      const length = turnOf(call) === 2 ? 1 : Math.min(AT_ONCE, BODIES)
      const several = fc.array(fc.oneof(...given), { minLength: length, maxLength: length })
      const note = (ms: number) => dearest.set(call.path, Math.max(dearest.get(call.path) ?? 0, ms))
      const property = fc.asyncProperty(several, async (asked) => {
        const together = await timed(() => sendAll(call, asked))
        if (together.refused.length === 0) return
        if (together.ms <= DEAR_MS) note(together.ms)
        else
          for (const request of together.refused)
            note(await cheapest(() => sendAll(call, [request])))
      })
      await fc.assert(property, { numRuns: Math.ceil(BODIES / length), seed: SEED + n })
    }, 3_600_000)
  },
)
