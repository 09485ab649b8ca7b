import { Client } from 'fhir-kit-client'
import { SCOPES } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../testing/client-factory.ts'
import { makeAccount } from '../../testing/factories.ts'
import { signedReport } from '../../testing/report-maker.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

interface Told {
  resourceType: string
  id: string
  name?: { text: string }[]
  presentedForm?: { url: string; language: string }[]
  entry?: { resource: Told }[]
  link?: { relation: string; url: string }[]
  rest?: { resource: { type: string; operation?: { name: string }[] }[] }[]
}

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('the client of others goes from a number to the PDF, by what the server says it has', async () => {
  const main = await makeAccount(app, { role: '3' })
  const { pid, report_id } = await signedReport(app, main, { ad_card_number: 'KIT-1' })
  const { token } = await makeClient(app, main, [...SCOPES])
  const baseUrl = `${app.url}/fhir`
  const client = new Client({ baseUrl, bearerToken: token })
  const told = (answer: object) => answer as Told

  const { rest } = told(await client.capabilityStatement())
  const named = rest?.[0]?.resource.map(({ type }) => type)
  expect(named).toEqual(expect.arrayContaining(['Patient', 'DiagnosticReport', 'Binary']))

  const patients = told(
    await client.search({ resourceType: 'Patient', searchParams: { identifier: 'KIT-1' } }),
  )
  const [patient] = patients.entry ?? []
  expect(patient?.resource.id).toBe(pid)
  const reports = told(
    await client.search({
      resourceType: 'DiagnosticReport',
      searchParams: { patient: pid, status: 'final' },
    }),
  )
  const [report] = reports.entry ?? []
  expect(report?.resource.id).toBe(report_id)
  const form = report?.resource.presentedForm?.find(({ language }) => language === 'en')
  const address = (form?.url ?? '').replace(app.context.config.publicUrl, app.url)
  const pdf = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')

  const whole = told(
    await client.operation({
      name: 'everything',
      resourceType: 'Patient',
      id: pid,
      method: 'GET',
      input: { _count: '100' },
    }),
  )
  expect(whole.entry?.map(({ resource }) => resource.resourceType)).toContain('Observation')
  const gone = client.read({ resourceType: 'Patient', id: '0190a5f0-0000-7000-8000-000000000001' })
  await expect(gone).rejects.toMatchObject({
    response: { status: 404, data: { resourceType: 'OperationOutcome' } },
  })
})
