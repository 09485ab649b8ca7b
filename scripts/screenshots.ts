import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openBrowser, SIZES } from '../e2e/src/browser.ts'
import { drawnPhotograph } from '../e2e/src/photographs.ts'
import { startProgram } from '../e2e/src/program.ts'
import { addPatient, createReport, signIn, resultShown, uploadFundus } from '../e2e/src/steps.ts'

/**
 * `npx tsx scripts/screenshots.ts`: makes the pictures of the README from the running program with
 * a drawn photograph.
 */

const FOLDER = join(resolve(import.meta.dirname, '..'), 'docs/screenshots')

mkdirSync(FOLDER, { recursive: true })
const program = await startProgram()
const browser = await openBrowser()
try {
  const page = await browser.newPage({ viewport: SIZES.laptop, locale: 'zh-CN' })
  await signIn(page, program.url, program.account('4'))
  await addPatient(page, { name: '演示患者', card: 'DEMO-PICTURE' })
  await uploadFundus(page, [await drawnPhotograph()])
  await resultShown(page)
  await page.screenshot({ path: join(FOLDER, 'workspace.png') })
  const report = await createReport(page, '图像为绘制的演示图像，不作诊断。')
  await report.screenshot({ path: join(FOLDER, 'report.png'), fullPage: true })
} finally {
  await browser.close()
  await program.remove()
}
