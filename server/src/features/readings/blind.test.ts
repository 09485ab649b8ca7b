import {
  CALLS,
  getReadings,
  keepReportDraft,
  leaveReading,
  openReading,
  text,
  fundusAnalysis,
  REPORT_PDF_PATH,
  type Call,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { state } from '../../testing/clinical-factories.ts'
import { opens, readers, reads, setRule, CLEAR, MODERATE } from '../../testing/reading-factory.ts'
import { sign } from '../../testing/recall-factory.ts'
import { fieldsOf, sampleBody } from '../../testing/sample-bodies.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const WORDS = '首位医生的看法'
/** They end what is asked about, or the session. */
const ENDS =
  /\/(del|delete|del2|remove|merge|unmerge|withdraw|cancel|confirm|void|ban2|resetInitPw)$/

/** A sitting with a report and a draft from before the rule, which the main account is to read second. */
async function sitting() {
  const made = await readers(app, { rule: 'none' })
  const { first, main, sat } = made
  const analysis_record_id = sat.analysis_id
  await state(app, first, { analysis_record_id, field: 'stage', value: 3, reason: WORDS })
  const { report_id, report_no } = await sign(app, first, sat)
  const draft = { image_id: sat.rid, image_index: 0, diagnostic_opinion: WORDS }
  const { draft_id } = await succeed(app, keepReportDraft, draft, first)
  await setRule(app, main, { arbiters: [made.arbiter.uid] })
  await reads(app, first, sat, 'first', MODERATE)
  const { rid, pid } = sat
  const ids = { rid, analysis_record_id, report_id, report_no, draft_id }
  const named = {
    ...ids,
    image_id: rid,
    pid,
    patient_id: pid,
    analysis_id: analysis_record_id,
    after_record_id: analysis_record_id,
  }
  return { ...made, ids, named: { ...named, uid: main.uid, oid: main.oid } }
}
type Made = Awaited<ReturnType<typeof sitting>>

/** What institutions ask, of this sitting where a call names one. */
const ASKED = CALLS.filter(
  ({ access, blind, path }) =>
    typeof access === 'object' &&
    access.some((role) => role === '3') &&
    blind !== 'own' &&
    !ENDS.test(path),
)

async function asks(made: Made, call: Call) {
  const isGet = call.method === 'GET'
  const { layer } = fieldsOf(call)
  const named = { ...made.named, ...(layer instanceof z.ZodEnum && { layer: layer.options[0] }) }
  const body = sampleBody(call, named)
  const query = isGet ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : ''
  const answered = await fetch(`${app.url}${call.path}${query}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${made.main.token}`,
      ...(!isGet && { 'content-type': 'application/json' }),
    },
    ...(!isGet && { body: JSON.stringify(body) }),
  })
  const said = await answered.text()
  const leaks = [...Object.values(made.ids), WORDS].filter((secret) => said.includes(secret))
  const names = Object.entries(body).some(([, value]) =>
    Object.values(made.ids).includes(value as string),
  )
  return { status: answered.status, said, leaks, names }
}

const CLOSED = text('zh-CN', 'reading_closed')

describe('whoever reads a sitting blind', () => {
  test('is told nothing of it by any call, and every call that names it is closed', async () => {
    const made = await sitting()
    const opened = await opens(app, made.main, made.sat, 'second')
    expect(opened).toMatchObject({ machine: null, signed: [], images: [{ image_index: 0 }] })
    const [told, open]: [string[], string[]] = [[], []]
    for (const call of ASKED) {
      const { status, said, leaks, names } = await asks(made, call)
      expect([call.path, status]).not.toEqual([call.path, 401])
      if (leaks.length > 0) told.push(call.path)
      if (names && !said.includes(CLOSED)) open.push(call.path)
    }
    expect({ told, open }).toEqual({ told: [], open: [] })
    const { image_id } = made.named
    expect((await app.call(getReadings, { image_id }, made.main)).msg).toBe(CLOSED)
    const pdf = await fetch(`${app.url}${REPORT_PDF_PATH}?report_no=${made.ids.report_no}`, {
      headers: { authorization: `Bearer ${made.main.token}` },
    })
    expect([pdf.headers.get('content-type'), pdf.status]).not.toEqual(['application/pdf', 200])
    // As it is for everybody else, and for the same person once the reading is signed.
    await reads(app, made.main, made.sat, 'second', CLEAR)
    let telling = 0
    for (const call of ASKED) telling += (await asks(made, call)).leaks.length > 0 ? 1 : 0
    expect(telling).toBeGreaterThan(10)
  })

  test('finds nothing of it by DICOMweb either: no study, series or file', async () => {
    const made = await sitting()
    const { main, sat } = made
    const base = `${app.url}/dicomweb/${main.oid}`
    const headers = { authorization: `Bearer ${main.token}`, accept: 'application/dicom+json' }
    const ask = (path: string) => fetch(`${base}${path}`, { headers })
    const named = async (path: string) => {
      const answered = await ask(path)
      return answered.status === 200 ? await answered.text() : ''
    }
    const [study] = z
      .array(z.record(z.string(), z.object({ Value: z.array(z.unknown()).optional() })))
      .parse(JSON.parse(await named('/studies')))
    const uid = String(study?.['0020000D']?.Value?.[0])
    const paths = [
      ...['/studies', '/series', '/instances', `/studies?StudyInstanceUID=${uid}`],
      ...['', '/metadata', '/series', '/instances', '/rendered'].map(
        (of) => `/studies/${uid}${of}`,
      ),
    ]
    expect((await named(`/studies/${uid}/metadata`)).includes(uid)).toBe(true)
    await opens(app, main, sat, 'second')
    for (const path of paths) {
      const told = await named(path)
      expect([path, told.includes(uid)]).toEqual([path, false])
    }
    await reads(app, main, sat, 'second', CLEAR)
    expect((await named('/studies')).includes(uid)).toBe(true)
  })

  test('stays so when he gives it back, until another person has signed', async () => {
    const made = await sitting()
    const wanted = { image_id: made.sat.rid, role: 'second' as const }
    const result = { analysis_record_id: made.sat.analysis_id, uid: made.second.uid }
    const seen = async () => (await app.call(fundusAnalysis.result, result, made.second)).msg
    expect(await seen()).not.toBe(CLOSED)
    await succeed(app, openReading, wanted, made.second)
    await succeed(app, leaveReading, wanted, made.second)
    expect(await seen()).toBe(CLOSED)
    await reads(app, made.main, made.sat, 'second', MODERATE)
    expect(await seen()).not.toBe(CLOSED)
  })

  test('may be the first reader too, where the institution hides the machine', async () => {
    const made = await readers(app, { first_sees_machine: false })
    const opened = await opens(app, made.first, made.sat, 'first')
    expect(opened.machine).toBe(null)
    const result = { analysis_record_id: made.sat.analysis_id, uid: made.first.uid }
    expect((await app.call(fundusAnalysis.result, result, made.first)).msg).toBe(CLOSED)
    await reads(app, made.first, made.sat, 'first', CLEAR)
    expect((await app.call(fundusAnalysis.result, result, made.first)).error_code).toBe(0)
    const shown = await readers(app)
    const { machine } = await opens(app, shown.first, shown.sat, 'first')
    expect(machine?.OD).toMatchObject({ referable: true })
  })
})
