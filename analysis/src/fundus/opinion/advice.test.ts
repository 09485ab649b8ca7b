import { SAMPLE_FINDINGS as sample } from '@mingmou/contract/testing'
import { expect, test } from 'vitest'
import { dr, partOf, sitting, well } from '../../testing/drafts.ts'
import { draftPatientOpinion } from './index.ts'

test('what both eyes are to be examined for is asked of both eyes, in either language', () => {
  const suspect = { ...sample, glaucoma: { band: 'suspect' as const, signs: [] } }
  const pair = sitting(['OD', suspect], ['OS', suspect])
  expect(draftPatientOpinion(pair, 'zh-CN')).toContain('双眼查眼压、视野及视盘OCT。')
  expect(draftPatientOpinion(pair, 'en')).toContain('IOP, visual field and disc OCT of both eyes.')
})

test('an eye that is referred keeps its referral beside one whose photographs contradict, and names its interval', () => {
  const glaucoma = { band: 'low' as const, signs: [] }
  const moderate = { ...sample, glaucoma, dr: dr({ macular_oedema: false }) }
  const severe = { ...moderate, dr_grade: 3 as const }
  const three = sitting(['OD', well], ['OD', moderate], ['OS', severe])
  expect(partOf(draftPatientOpinion(three, 'zh-CN'), 'advice')).toEqual([
    '尽快转眼底专科，左眼3个月内复查。',
    '右眼建议散瞳眼底检查或重新拍摄，随访间隔据其结果确定。',
  ])
  expect(partOf(draftPatientOpinion(three, 'en'), 'advice')).toEqual([
    'Refer promptly to a retina clinic; review of the left eye within 3 months.',
    'Right eye: dilated fundus examination or repeat photographs advised; they determine the follow-up interval.',
  ])
})

test('what one photograph shows of a macula is looked at soon, and an eye is referred, whatever another photograph of it shows', () => {
  const glaucoma = { band: 'low' as const, signs: [] }
  const wet = { ...sample, glaucoma, dr: dr({ macular_oedema: true }) }
  const severe = { ...wet, dr_grade: 3 as const, dr: dr({ macular_oedema: false }) }
  const advice = (language: 'zh-CN' | 'en', ...of: Parameters<typeof sitting>) =>
    partOf(draftPatientOpinion(sitting(...of), language), 'advice')
  const beside: Parameters<typeof sitting> = [
    ['OD', well],
    ['OD', wet],
    ['OS', severe],
  ]
  expect(advice('zh-CN', ...beside)).toEqual([
    '尽快转眼底专科，左眼3个月内复查。',
    '右眼建议散瞳眼底检查或重新拍摄，随访间隔据其结果确定。',
    '右眼尽快行黄斑OCT。',
  ])
  expect(advice('en', ...beside).at(-1)).toBe('Prompt macular OCT of the right eye.')
  expect(advice('zh-CN', ['OD', well], ['OD', wet], ['OS', well])).toEqual([
    '转眼科专科检查。',
    '建议散瞳眼底检查或重新拍摄，随访间隔据其结果确定。',
    '右眼尽快行黄斑OCT。',
  ])
})

test('a treated eye of a stage to refer is referred, and no interval of a stage is for it', () => {
  const glaucoma = { band: 'low' as const, signs: [] }
  const severe = { ...sample, glaucoma, dr_grade: 3 as const, dr: dr({ macular_oedema: false }) }
  const treated = { ...severe, treated: 'prp' as const }
  const scars = { ...severe, other_disease: { suspected: false, kinds: [], scars: true } }
  const review = '右眼为治疗后的眼，照片不能判断病变是否活动，随访间隔按治疗情况和检查结果决定。'
  const advice = (...of: Parameters<typeof sitting>) =>
    partOf(draftPatientOpinion(sitting(...of), 'zh-CN'), 'advice')
  expect(advice(['OD', treated], ['OS', well])).toEqual(['转眼科专科检查。', review])
  // Scars that the machine saw are a suspicion.
  expect(advice(['OD', scars], ['OS', well])).toEqual([
    '转眼科专科检查。',
    '右眼疑似有激光斑，照片不能判断病变是否活动，随访间隔按治疗情况和检查结果决定。',
  ])
  // The other eye has its own.
  expect(advice(['OD', treated], ['OS', { ...severe, dr_grade: 2 }])).toEqual([
    '转眼底专科，左眼3–6个月内复查。',
    review,
  ])
})
