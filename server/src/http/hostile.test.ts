import {
  addWebhook,
  beginQuestionnaire,
  CALLS,
  MAX_PAGE,
  ROLES,
  type Call,
  type Role,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePatient } from '../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../testing/test-app.ts'

/**
 * Sends values that no form sends and no database takes, in every field of every call of the
 * program's own description.
 */

let app: TestApp
const callers = new Map<Role, SignedIn>()
let described: Described
beforeAll(async () => {
  app = await testApp()
  for (const role of ROLES) callers.set(role, await makeAccount(app, { role }))
  described = (await (await fetch(`${app.url}/openapi.json`)).json()) as Described
})
afterAll(() => app.close())

interface Schema {
  type?: string
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}
interface Operation {
  parameters: { name: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}
interface Described {
  paths: Record<string, Record<string, Operation>>
}

function fieldsOf({ path, method }: Call): [string, Schema][] {
  const operation = described.paths[path]?.[method.toLowerCase()]
  const body = operation?.requestBody?.content['application/json'].schema.properties
  const query = operation?.parameters.map(({ name, schema }) => [name, schema] as [string, Schema])
  return body ? Object.entries(body) : (query ?? [])
}

const isText = (schema: Schema | undefined): boolean =>
  schema?.type === 'string' || schema?.anyOf?.some(isText) === true

function callerOf({ access }: Call): SignedIn | undefined {
  if (access === 'public') return undefined
  return callers.get(access === 'signed-in' ? '3' : (access[0] ?? '3'))
}

interface Refused {
  status: number
  error_code: number
  data: { fields?: Record<string, string> }
}

/** The JSON is written by hand, because a JavaScript string could not carry it unchanged. */
async function send(call: Call, json: string): Promise<Refused> {
  const token = callerOf(call)?.token
  const answered = await fetch(`${app.url}${call.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: json,
  })
  return { ...((await answered.json()) as Refused), status: answered.status }
}

const POSTS = CALLS.filter(({ method }) => method === 'POST')
const NAMES = ['U+0000', 'a first half alone', 'a second half alone']
const BAD = [String.raw`"a\u0000b"`, String.raw`"a\ud800"`, String.raw`"\udc00b"`]

describe.each(POSTS.map((call) => [call.path, call] as const))('%s', (_, call) => {
  test.each(BAD.map((bad, n) => [NAMES[n] ?? '', bad] as const))(
    'refuses %s in each of its texts by the field',
    async (_, bad) => {
      for (const [field, schema] of fieldsOf(call)) {
        const value = isText(schema) ? bad : isText(schema.items) ? `[${bad}]` : null
        if (value === null) continue
        const { status, error_code, data } = await send(call, `{"${field}":${value}}`)
        expect([field, status, error_code]).toEqual([field, 202, 1001])
        const named = Object.keys(data.fields ?? {}).some((name) => name.startsWith(field))
        expect([field, named]).toEqual([field, true])
      }
    },
  )
})

const patients = new Map<SignedIn, string>()
/** A patient of the caller's own institution. */
async function patientOf(caller: SignedIn | undefined): Promise<string> {
  if (!caller) throw new Error('nobody calls')
  const pid = patients.get(caller) ?? (await makePatient(app, caller))
  patients.set(caller, pid)
  return pid
}

let version: Promise<{ version: number }> | undefined
/** A version of the questionnaire. */
const versionOf = async () => {
  version ??= succeed(app, beginQuestionnaire, {}, callers.get('1'))
  return (await version).version
}

const webhookOf = async (caller: SignedIn | undefined) => {
  const given = { name: 'HIS', url: 'https://his.example.com/', events: ['report.signed' as const] }
  return (await succeed(app, addWebhook, { ...given, active: false }, caller)).webhook_id
}

const LISTS = POSTS.filter((call) => Object.hasOwn(shapeOf(call), 'page'))

type Shape = Record<string, { safeParse: (value: unknown) => { success: boolean } }>
function shapeOf({ body }: Call): Shape {
  return 'shape' in body ? (body.shape as Shape) : {}
}

describe.each(LISTS.map((call) => [call.path, call] as const))('%s', (_, call) => {
  test('answers the largest page there can be, and refuses what is larger by its field', async () => {
    const shape = shapeOf(call)
    const needed = {
      ...(shape['oid'] && { oid: callers.get('3')?.oid }),
      ...(shape['uid']?.safeParse(undefined).success === false && {
        uid: callerOf(call)?.uid,
      }),
      ...(shape['pid']?.safeParse(undefined).success === false && {
        pid: await patientOf(callerOf(call)),
      }),
      ...(shape['webhook_id'] && { webhook_id: await webhookOf(callerOf(call)) }),
      ...(shape['of'] && { of: 'recall' }),
      ...(shape['version'] && { version: await versionOf(), question_id: 1 }),
    }
    for (const page of [2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e300, 0, -1, 1.5]) {
      const refused = await send(call, JSON.stringify({ ...needed, page }))
      expect([page, refused.error_code]).toEqual([page, 1001])
      expect(Object.keys(refused.data.fields ?? {})).toEqual(['page'])
    }
    const last = await send(call, JSON.stringify({ ...needed, page: MAX_PAGE, size: 100 }))
    expect([last.status, last.error_code]).toEqual([200, 0])
  })
})

test('what no database takes is refused in a query too', async () => {
  const token = callers.get('4')?.token ?? ''
  for (const query of ['analysis_record_id=%00&uid=%00', 'analysis_record_id=%ed%a0%80']) {
    const answered = await fetch(`${app.url}/v1/fundus-analysis/result?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { error_code, data } = (await answered.json()) as Refused
    expect([query, error_code]).toEqual([query, 1001])
    expect(data.fields).toHaveProperty('analysis_record_id')
  }
})
