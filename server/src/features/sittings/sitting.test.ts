import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createReport, fundusAnalysis, getReport, type DataOf } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analysed, makeSitting, resultOf, state } from '../../testing/clinical-factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

const DATA = resolve(
  import.meta.dirname,
  '../../../..',
  process.env['EYE_DATA'] ?? '../shared/data',
)
const PHOTOGRAPHS = join(DATA, 'fundus/hrf/images')

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const every = ({ left, right, other }: DataOf<typeof fundusAnalysis.result>) => [
  ...left,
  ...right,
  ...other,
]

describe.skipIf(!existsSync(PHOTOGRAPHS))('photographs of real eyes (EYE_DATA)', () => {
  test('that contradict each other as one eye ask for review and get no interval, on page and in reports', async () => {
    const files = ['01_dr.jpg', '01_h.jpg', '02_h.jpg']
    const photographs = files.map((name) => readFileSync(join(PHOTOGRAPHS, name)))
    const { by, pid, rid } = await makeSitting(app, photographs)
    const { analysis_record_id } = await analysed(app, by, rid)
    const asked = { token: by.token }
    for (const [image_index, eye] of (['OD', 'OD', 'OS'] as const).entries()) {
      await state(app, by, { analysis_record_id, image_index, field: 'eye', value: eye })
    }
    const result = await resultOf(app, by, analysis_record_id)
    const [sick, well] = result.right
    expect([sick?.data?.dr_grade, well?.data?.dr_grade]).toEqual([2, 0])
    const drafts = [result.patient_opinion, ...result.right.map(({ opinion }) => opinion)]
    for (const draft of drafts) {
      expect(draft).toContain('右眼：照片分级矛盾（第1张2级，第2张0级），须进一步检查')
      expect(draft).not.toMatch(/\d+个月/)
    }
    expect(result.patient_opinion).toMatch(/右眼2张，可判读2张（分级按第1张/)
    for (const { image_index, opinion } of every(result)) {
      const body = {
        uid: by.uid,
        patient_id: pid,
        analysis_id: analysis_record_id,
        analysis_type: '1' as const,
        image_index,
      }
      const wish = { ...body, diagnostic_opinion: '已阅片。' }
      const { report_id } = await succeed(app, createReport, wish, asked)
      const read = { report_id, diagnosis_class: '1' as const }
      const { report_data } = await succeed(app, getReport, read, asked)
      expect(report_data.machine_opinion).toBe(opinion)
      expect(report_data.patient_opinion).toBe(result.patient_opinion)
    }
  })
})
