import { randomUUID } from 'node:crypto'
import { CALLS, FIRST_MODALITY, ROLES, type Call, type Role } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeAccount, type SignedIn } from '../testing/factories.ts'
import { KINDS, recordsOf, trialRecordsOf, type Kind, type Records } from '../testing/records-of.ts'
import { withInstitution } from '../platform/database/institution.ts'
import { fieldsOf, idsOf, SAMPLES, sampleOf } from '../testing/sample-bodies.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

/**
 * Tries every call that names a record, as each role it is open to: own, another institution's,
 * nobody's.
 */

let app: TestApp
const callers = new Map<Role, SignedIn>()
const theirs = new Map<Kind, Records>()
beforeAll(async () => {
  app = await testApp()
  for (const role of ROLES) callers.set(role, await makeAccount(app, { role }))
  const other = await makeAccount(app, { role: '3' })
  const visitor = await trialRecordsOf(app, await makeAccount(app, { role: '5' }))
  for (const kind of KINDS) theirs.set(kind, { ...(await recordsOf(app, other, kind)), ...visitor })
})
afterAll(() => app.close())

/** The kind of records that a call is about. */
const kindOf = ({ path }: Call): Kind =>
  KINDS.find((kind) => path.startsWith(`/v1/${kind}`) || path.startsWith(`/v1/dataset/${kind}`)) ??
  FIRST_MODALITY.key

/** Records that a field calls otherwise. */
const CALLED: Record<string, string> = {
  arbiters: 'aid',
  images: 'image',
  supersedes: 'report_id',
}
const recordOf = (records: Records, name: string) => records[CALLED[name] ?? name]

const fieldSample = (name: string, schema: z.ZodType, { upload_key }: Records) => {
  if (name === 'keys') return [upload_key ?? sampleOf('key', schema)]
  return name === 'layer' && schema instanceof z.ZodEnum
    ? schema.options[0]
    : sampleOf(name, schema)
}

/** An archive that is spoken to by DICOM needs these. */
const OF_DICOM = ['host', 'port', 'called_title', 'calling_title']

function bodyOf(call: Call, by: SignedIn, records: Records): Record<string, unknown> {
  const named = new Map<string, unknown>(
    idsOf(call).map(({ name, holds }) => [name, holds(recordOf(records, name))]),
  )
  const asked = Object.entries(fieldsOf(call)).filter(
    ([name, schema]) =>
      named.has(name) || OF_DICOM.includes(name) || !schema.safeParse(undefined).success,
  )
  const value = (name: string, schema: z.ZodType) =>
    name === 'token'
      ? by.token
      : named.has(name)
        ? named.get(name)
        : fieldSample(name, schema, records)
  return Object.fromEntries(asked.map(([name, schema]) => [name, value(name, schema)]))
}

async function answerTo(call: Call, body: Record<string, unknown>, by: SignedIn) {
  const isGet = call.method === 'GET'
  const query = isGet ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : ''
  const answered = await fetch(`${app.url}${call.path}${query}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${by.token}`,
      ...(!isGet && { 'content-type': 'application/json' }),
    },
    ...(!isGet && { body: JSON.stringify(body) }),
  })
  const text = await answered.text()
  const error_code = text.startsWith('{')
    ? (JSON.parse(text) as { error_code: number }).error_code
    : 0
  return { status: answered.status, error_code, text }
}

const rolesOf = ({ access }: Call): readonly Role[] =>
  access === 'public' || access === 'signed-in' ? ROLES : access
/** Every id that a call names. */
const NOBODYS = Object.fromEntries(
  CALLS.flatMap(idsOf).map(({ name }): [string, string] => [name, randomUUID()]),
)

const CASES = CALLS.flatMap((call) =>
  idsOf(call).flatMap(({ name: field, holds, needed }) =>
    rolesOf(call).map((role) => ({ call, path: call.path, field, role, holds, needed })),
  ),
)

const callerOf = (role: Role): SignedIn => {
  const caller = callers.get(role)
  if (!caller) throw new Error(`nobody of role ${role}`)
  return caller
}

describe('a record that is not the caller’s', () => {
  test('is asked for by every call that names one', () => {
    expect(CASES.length).toBeGreaterThan(80)
    for (const { call } of CASES) {
      const body = bodyOf(call, callerOf('3'), NOBODYS)
      expect([call.path, call.body.safeParse(body).error?.issues]).toEqual([call.path, undefined])
    }
  })

  test.each(CASES)('is not there: $field of $path for role $role', async (given) => {
    const { call, field, role, needed, holds } = given
    const by = callerOf(role)
    const records = await recordsOfCaller(by, kindOf(call))
    const ask = (id: string | undefined) =>
      answerTo(call, { ...bodyOf(call, by, records), [field]: holds(id) }, by)
    const nobodys = await ask(NOBODYS[field])
    if (needed) expect([nobodys.status, nobodys.error_code]).toEqual([202, 1002])
    // Administrators belong to no institution: nothing belongs to another one for them.
    const administers = (role === '1' || role === '2') && field !== 'uid'
    if (!administers) {
      const others = recordOf(theirs.get(kindOf(call)) ?? {}, field)
      expect(others).toBeDefined()
      expect(await ask(others)).toEqual(nobodys)
    }
  })
})

/** The fields of a call that name uploads. */
const keysOf = (call: Call) =>
  Object.keys(fieldsOf(call)).filter((name) =>
    JSON.stringify(SAMPLES[name] ?? '').includes('uploads/'),
  )
const UPLOADED = CALLS.flatMap((call) =>
  keysOf(call).flatMap((field) =>
    rolesOf(call).map((role) => ({ call, path: call.path, field, role })),
  ),
)

describe('an upload that is not the caller’s', () => {
  test.each(UPLOADED)(
    'is not there: $field of $path for role $role',
    async ({ call, field, role }) => {
      const by = callerOf(role)
      const body = bodyOf(call, by, await recordsOfCaller(by, kindOf(call)))
      const key = theirs.get('fundus')?.['upload_key'] ?? ''
      const ask = async (said: string) => {
        const given = JSON.stringify(SAMPLES[field])
        const named = given.replaceAll(/"uploads[^"]*"/g, JSON.stringify(said))
        const answered = await answerTo(
          call,
          { ...body, [field]: JSON.parse(named) as unknown },
          by,
        )
        return { ...answered, text: answered.text.replaceAll(said, '-') }
      }
      const nobodys = key.replace(/[^/]+\/a\.jpg$/, `${randomUUID()}/a.jpg`)
      expect(await ask(key)).toEqual(await ask(nobodys))
    },
  )

  test('is still there', async () => {
    const { oid = '', upload_key = '' } = theirs.get('fundus') ?? {}
    const found = await withInstitution(app.context.db, oid, (trx) =>
      trx.selectFrom('batch_files').select('oid').where('upload_key', '=', upload_key).execute(),
    )
    expect(found).toHaveLength(1)
  })
})

const kept = new Map<string, Promise<Records>>()
/** Made once for each caller: a refused call changes nothing. */
const recordsOfCaller = (by: SignedIn, kind: Kind) => {
  const made = kept.get(by.uid + kind) ?? recordsOf(app, by, kind)
  kept.set(by.uid + kind, made)
  return made
}

/** Of a whole report and of photographs of a trial, which their tests have. */
const NEEDS_MORE =
  /^\/v1\/(analysis-reports\/(get|fhir)|recall\/letter|patient\/export|experience\/del)$/
const OWN = CASES.filter(
  ({ path, role, field }) =>
    !NEEDS_MORE.test(path) && (field === 'uid' || role === '3' || role === '4' || role === '5'),
)

describe('a record of the caller’s own', () => {
  test.each(OWN)('is there: $field of $path for role $role', async ({ call, role }) => {
    const by = await makeAccount(app, { role })
    const { status, error_code } = await answerTo(
      call,
      bodyOf(call, by, await recordsOf(app, by, kindOf(call))),
      by,
    )
    expect([200, 202]).toContain(status)
    expect(error_code).not.toBe(1002)
  })
})

/**
 * A letter, the folder of a patient and a FHIR document need a whole report, an import needs a table: their own tests look at
 * the log. An empty table says nothing of anybody, and one that is only read is kept nowhere.
 */
const LOOKED_AT_ELSEWHERE =
  /^\/v1\/(organization|user)\/|^\/v1\/(recall\/letter|analysis-reports\/fhir|batch\/readTable|patient\/export|patient\/import\/(start|template))$/

/** Calls on patients, their images, analyses and reports. */
const CLINICAL = CALLS.filter(
  ({ access, path }) => String(access) === '3,4' && !LOOKED_AT_ELSEWHERE.test(path),
)
/**
 * Refused for the records made here: no upload, nothing to cancel, no finding (nor one to draw on), filed there already, nothing to erase, a signed report, nothing to read twice. The tests of these
 * features check their entries on record.
 */
const NEED_MORE =
  /^(?!\/v1\/eye_exam).*\/create$|\/batch\/add$|\/says$|\/draw$|\/fileHere$|\/create-report$|\/check-letters$|-analysis\/cancel$|\/takeBack$|\/unmerge$|\/import\/undo$|\/erasure\/(confirm|withdraw)$|\/readings\/(open|keep|leave|sign)$/

describe('what is done with a patient’s data', () => {
  test.each(CLINICAL.map((call) => [call.path, call] as const))(
    'by %s is on record',
    async (_, call) => {
      const by = await makeAccount(app, { role: '4' })
      const records = await recordsOf(app, by, kindOf(call))
      const before = await entriesOf(by)
      const { error_code } = await answerTo(call, bodyOf(call, by, records), by)
      if (NEED_MORE.test(call.path)) {
        expect([501, 1003]).toContain(error_code)
        return
      }
      expect(error_code).toBe(0)
      const [entry] = (await entriesOf(by)).slice(before.length)
      expect(entry).toMatchObject({ uid: by.uid, oid: by.oid, ip: '127.0.0.1', outcome: 'success' })
      const about = idsOf(call).some(
        ({ name }) => !['uid', 'device_id', 'oid', 'import_id'].includes(name),
      )
      if (about) expect(entry?.pid).toBe(records['pid'])
    },
  )
})

const entriesOf = (by: SignedIn) =>
  app.context.db
    .selectFrom('audit_log')
    .selectAll()
    .where('uid', '=', by.uid)
    .orderBy('id')
    .execute()
