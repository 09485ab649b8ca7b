import { SMALL_REFERABLE } from '@mingmou/contract'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { partOf, sitting } from '../testing/drafts.ts'
import { MODELS } from '../testing/files.ts'
import { madeFindings } from '../testing/made-findings.ts'
import { draftPatientOpinion } from './opinion/index.ts'
import { eyesOf } from './patient.ts'

const Card = z.object({
  figures: z.array(z.object({ name: z.string(), cut: z.number().optional() })),
})

/** As the analysis leaves it: no lesion is looked for. */
const small = (chance: number) => ({
  ...madeFindings({ grade: null, lack: 'too_small', chance, lesions: 'none', band: 'low' }),
  dr: null,
  lesions: null,
})

test('a small photograph whose chance speaks for referable disease is referred without a stage', async () => {
  const told = (chance: number) =>
    eyesOf(sitting(['OD', small(chance)])).find(({ eye }) => eye === 'OD')
  expect(told(0.95)).toMatchObject({ stage: null, referral: 'referable' })
  expect(told(0.95)?.reasons[0]).toEqual({ reason: 'stage', referral: 'referable' })
  expect(told(SMALL_REFERABLE)?.referral).toBe('referable')
  expect(told(SMALL_REFERABLE - 0.001)?.referral).toBe('review')
  const { figures } = Card.parse(
    JSON.parse(await readFile(join(MODELS, 'retinopathy/card.json'), 'utf8')),
  )
  const stated = figures.find(({ name }) => name === 'referable: specificity at sensitivity 0.80')
  expect(stated?.cut).toBe(SMALL_REFERABLE)
})

test('the draft of such a photograph says the suspicion and refers, without an interval', () => {
  const two = sitting(['OD', small(0.95)], ['OS', madeFindings({ grade: 0 })])
  const draft = draftPatientOpinion(two, 'zh-CN') ?? ''
  expect(draft).toMatch(/右眼：未能分级.*需转诊概率95%.*疑似需转诊/)
  expect(draft).toContain('转眼科专科检查。')
  expect(draft).not.toContain('个月')
})

test('beside an eye whose stage has an interval, the interval names that eye, and such a photograph asks for an examination', () => {
  const staged = { ...madeFindings({ grade: 2 }), glaucoma: null }
  const advice = (language: 'zh-CN' | 'en') =>
    partOf(draftPatientOpinion(sitting(['OD', small(0.95)], ['OS', staged]), language), 'advice')
  expect(advice('zh-CN')).toEqual([
    '转眼底专科，左眼3–6个月内复查。',
    '右眼建议散瞳眼底检查或重新拍摄，随访间隔据其结果确定。',
  ])
  expect(advice('en')).toEqual([
    'Refer to a retina clinic; review of the left eye within 3–6 months.',
    'Right eye: dilated fundus examination or repeat photographs advised; they determine the follow-up interval.',
  ])
})
