import {
  createReport,
  fundusAnalysis,
  institutionInfo,
  listPatients,
  setViewer,
} from '@mingmou/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { SIZES } from './browser.ts'
import { callAs, sessionOf } from './call.ts'
import { browser, journey, program } from './journey.ts'
import { ohif, serveViewer } from './ohif.ts'
import { signIn } from './steps.ts'
import { keepPicture, visitor } from './visitor.ts'

const VIEWER = 'https://viewer.example.com'
const dist = await ohif()

// The shell shows no PDF.
journey('demonstration', {}, 'whole')

/** The share of the viewport that is as red as a fundus; none of a grey or empty one is. */
async function redness(page: Page): Promise<number> {
  const { width, height } = SIZES.laptop
  const clip = { x: 290, y: 50, width: width - 330, height: height - 50 }
  const shot = sharp(await page.screenshot({ clip })).removeAlpha()
  const { data, info } = await shot.raw().toBuffer({ resolveWithObject: true })
  let red = 0
  for (let at = 0; at < data.length; at += 3)
    if ((data[at] ?? 0) > 60 + Math.max(data[at + 1] ?? 0, data[at + 2] ?? 0)) red++
  return red / (info.width * info.height)
}

/** A patient of the demonstration with a signed report. */
async function signOne(): Promise<string> {
  const { token, uid } = await sessionOf('4')
  const { rows: patients } = await callAs(token, listPatients, { page: 1, size: 100 })
  for (const { pid } of patients) {
    const size = { weight: 100, height: 100, order: '1' } as const
    const { rows } = await callAs(token, fundusAnalysis.list, { pid, ...size })
    const analysis_id = rows.find(({ status }) => status === 'done')?.analysis_record_id
    if (typeof analysis_id !== 'string') continue
    const of = { analysis_type: '1', patient_id: pid, uid, analysis_id, image_index: 0 } as const
    await callAs(token, createReport, { ...of, diagnostic_opinion: '演示结论' })
    return pid
  }
  throw new Error('the demonstration has no analysed photograph')
}

test.skipIf(dist === null)(
  'a viewer that nobody here wrote opens from a sitting, and shows eye, photograph and report',
  async () => {
    if (dist === null) throw new Error('there is no viewer')
    const { token, uid } = await sessionOf('3')
    await callAs(token, setViewer, { url: `${VIEWER}/viewer` })
    const { oid } = await callAs(token, institutionInfo, { uid })
    const pid = await signOne()

    const { page, context, faults } = await visitor(browser)
    const of = { viewer: VIEWER, url: program.url, oid, token }
    const answers = await serveViewer(context, dist, of)
    await signIn(page, program.url, program.account('4'))
    await page.waitForURL(/#\/app\//)
    await page.goto(`${program.url}/#/app/patient/detail?pid=${pid}&tab=fundus`)
    const popup = page.waitForEvent('popup')
    const sitting = page.getByRole('listitem').filter({ hasText: '下载 DICOM' }).first()
    await sitting.getByRole('link', { name: '在影像查看器中打开' }).click()
    const viewer = await popup
    const eye = viewer.getByText(/^O[DS] Fundus photography$/)
    await eye.first().waitFor()
    await expect.poll(() => redness(viewer)).toBeGreaterThan(0.05)
    await keepPicture(viewer, 'ohif-photograph')

    const pdf = () => answers.find(({ path }) => /\/bulkdata/.test(path))
    // A press while the viewer is busy with the photograph is lost: a person presses again.
    const pressed = async () => {
      if (!pdf()) await viewer.getByText('Reports').first().dblclick()
      return pdf()?.body.toString('latin1')
    }
    // OHIF asks for the bytes in parts.
    await expect.poll(pressed, { interval: 1000 }).toMatch(/%PDF-[^]*%%EOF/)
    expect(pdf()?.status).toBe(200)
    await keepPicture(viewer, 'ohif-report')

    // The list of studies, as the viewer has it without an address.
    await viewer.goto(`${VIEWER}/`)
    await viewer.getByText('Fundus photography').first().waitFor()
    await keepPicture(viewer, 'ohif-list')
    expect(faults).toEqual([])
    await context.close()
  },
)
