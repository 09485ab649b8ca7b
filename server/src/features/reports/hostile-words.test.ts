import { createReport, getReport, REPORT_PDF_PATH } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analysedPicture } from '../../testing/analysed-picture.ts'
import { makePatient } from '../../testing/clinical-factories.ts'
import { makeAccount, makeInstitution } from '../../testing/factories.ts'
import { pdfPages } from '../../testing/pdf-text.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** What would be code in a PDF, in its metadata, or on a page; then marks that turn the text around. */
const SCRIPT = '</x:xmpmeta><script>alert(1)</script>'
const OPERATORS = ') Tj ET Q endstream endobj << /S /JavaScript /JS (app.alert(1)) >> \\) ('
const TURNED = '\u202e常异见未\u202c\u2066 右眼\u2069\u0007\u001b[2J\u009b'

test('words that are code elsewhere are words in a report and in its PDF, and none turns the others around', async () => {
  const { oid } = await makeInstitution(app)
  const named = app.context.db.updateTable('institutions').set({ name: `眼科${SCRIPT}` })
  await named.where('oid', '=', oid).execute()
  const by = await makeAccount(app, { role: '4', oid })
  const pid = await makePatient(app, by)
  const size = { width: 64, height: 64 }
  const analysis_id = await analysedPicture(app, by, pid, { map: null, eye: 'OD', size })
  const { report_no, report_id } = await succeed(
    app,
    createReport,
    {
      uid: by.uid,
      patient_id: pid,
      analysis_id,
      analysis_type: '1',
      image_index: 0,
      diagnostic_opinion: `${OPERATORS}\n${SCRIPT}\n${TURNED}结束`,
    },
    by,
  )
  const { report_data } = await succeed(app, getReport, { report_id, diagnosis_class: '1' }, by)
  expect(report_data).toMatchObject({ opinion: `${OPERATORS}\n${SCRIPT}\n常异见未 右眼[2J结束` })

  const query = new URLSearchParams({ report_no })
  const answered = await fetch(`${app.url}${REPORT_PDF_PATH}?${query}`)
  const file = Buffer.from(await answered.arrayBuffer())
  const objects = file.toString('latin1').replace(/stream\n[\s\S]*?endstream/g, '')
  expect(objects).not.toMatch(
    /\/(JavaScript|JS|OpenAction|AA|Launch|URI|Annots|EmbeddedFiles?|AcroForm|SubmitForm|RichMedia|Metadata)\b/,
  )
  expect(file.toString('latin1')).not.toContain('xmpmeta')
  const words = pdfPages(file).join('').replace(/\s/g, '')
  for (const text of [OPERATORS, SCRIPT]) expect(words).toContain(text.replace(/\s/g, ''))
  expect(words).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\p{Cc}/u)
})
