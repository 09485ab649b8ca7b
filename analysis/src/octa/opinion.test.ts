import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { drawNotFundus, drawOcta, encodePng } from '../phantom/index.ts'
import { partOf } from '../testing/drafts.ts'
import { MODELS_OF_ALL, THREADS } from '../testing/files.ts'
import { analyseOcta } from './analyse.ts'
import { loadModels } from './models.ts'
import { draftOpinion, draftPatientOpinion } from './opinion.ts'

const models = await loadModels(join(MODELS_OF_ALL, 'octa'), THREADS)
afterAll(() => models.close())

test('the draft of a sitting counts the scans of each eye that could not be read', () => {
  const sitting = (['OD', 'OD', 'OS'] as const).map((eye, index) => ({
    index,
    eye,
    findings: null,
  }))
  const text = draftPatientOpinion(sitting, 'zh-CN')
  expect(partOf(text, 'conclusion')).toEqual([
    '未能判断：右眼（照片均不可判读）、左眼（照片均不可判读）。',
    '无可判读照片。',
  ])
  expect(text).toContain('右眼2张，可判读0张')
  expect(text).toContain('左眼1张，可判读0张')
  expect(draftPatientOpinion(sitting, 'en')).toContain('gradable images 0 of 2')
})

test('an eye without a readable scan stands before what was found of the other, and is to be scanned anew', async () => {
  const read = async (image: Parameters<typeof encodePng>[0]) =>
    (await analyseOcta(await encodePng(image), models, { img_type: 1 })).findings
  const right = await read(drawOcta(11).image)
  const left = await read(drawNotFundus(3, 'gradient'))
  expect([right.gradable, left.gradable]).toEqual([true, false])
  const sitting = [
    { index: 0, eye: 'OD' as const, findings: right },
    { index: 1, eye: 'OS' as const, findings: left },
  ]
  const linesOf = (language: 'zh-CN' | 'en', part: 'conclusion' | 'advice') =>
    partOf(draftPatientOpinion(sitting, language), part)
  expect(linesOf('zh-CN', 'conclusion')[0]).toBe('未能判断：左眼（照片均不可判读）。')
  expect(linesOf('zh-CN', 'conclusion')[1]).toMatch(
    /^右眼（第1张）：FAZ面积.*未检出无灌注区，但不能排除。$/,
  )
  expect(linesOf('zh-CN', 'advice')[0]).toBe('左眼：建议重新扫描。')
  expect(linesOf('en', 'conclusion')[0]).toBe('Not judged: left eye (no gradable image).')
  expect(linesOf('en', 'conclusion')[1]).toMatch(
    /^Right eye \(image 1\): .*which does not exclude one\.$/,
  )
  expect(partOf(draftOpinion(sitting, 0, 'en'), 'basis')[0]).toMatch(
    /^Perimeter .*, circularity .*, acircularity index .*, axis ratio /,
  )
  const quality = { ...left.quality, reasons: ['blurred' as const] }
  const lacking = [
    { ...left, quality },
    { ...right, scan_mm: null },
  ].map((findings) =>
    partOf(draftOpinion([{ index: 0, eye: 'OS', findings }], 0, 'zh-CN'), 'conclusion'),
  )
  expect(lacking).toEqual([
    ['左眼：图像质量不足，不能判读（图像模糊）。'],
    ['左眼：未说明扫描范围，未作测量。'],
  ])
})
