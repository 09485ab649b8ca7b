import { describe, expect, test } from 'vitest'
import { authorshipOf, authorshipText } from './authorship.ts'
import { sentencesBeyond, takenOver, withDraft } from './opinion.ts'

const DRAFT = `结论
右眼：疑似中度非增殖期糖网（ICDR 2级），青光眼可疑度低。
左眼：疑似轻度非增殖期糖网（ICDR 1级）。
建议
转眼底专科，3–6个月内复查。
随访，包括眼压。
依据
检出疑似微动脉瘤7处、出血2处、硬性渗出4处。
垂直杯盘比0.62±0.03。
局限
未评估：静脉串珠、视网膜内微血管异常、新生血管。
不能仅凭本产品结果进行临床决策。`
const ENGLISH = `Conclusion
Right eye: suspected moderate NPDR (ICDR 2); glaucoma: low suspicion, does not exclude glaucoma.
Advice
Refer to a retina clinic; review within 3–6 months.
Limits
Not assessed: venous beading, IRMA, new vessels.
Clinical decisions must not be based on the results of this product alone.`

const of = (opinion: string, ...drafts: string[]) =>
  authorshipOf(opinion, drafts.length > 0 ? drafts : [DRAFT, ENGLISH])

describe('the author of an opinion', () => {
  test.each([
    ['as it is', DRAFT],
    ['without the warning, which stands on every page', takenOver(DRAFT)],
    ['without its headings, in one line', DRAFT.replaceAll(/结论\n|建议\n|依据\n|局限\n/g, '')],
    ['in the other language', takenOver(ENGLISH)],
  ])('is the machine where its draft is signed %s', (_, opinion) => {
    expect(of(opinion)).toEqual({ origin: 'taken_over', share: null })
  })

  test('is still the machine where one line stands below eight drafted ones', () => {
    const { origin, share } = of(`${takenOver(DRAFT)}\n已与患者沟通，知情。`)
    expect(origin).toBe('changed')
    expect(share).toBeGreaterThan(0.02)
    expect(share).toBeLessThan(0.12)
  })

  test('has changed much of a draft of which one part was kept', () => {
    const { origin, share } = of('建议\n转眼底专科，3–6个月内复查。')
    expect(origin).toBe('changed')
    expect(share).toBeGreaterThan(0.7)
  })

  test.each([
    ['右眼中度非增殖期糖尿病视网膜病变，建议3个月后复查眼底及黄斑OCT。'],
    ['未见异常'],
    ['Moderate NPDR of the right eye, seen again in three months with an OCT of the macula.'],
    ['同意。'],
  ])('is the clinician who uses words that every report has: %s', (opinion) => {
    expect(of(opinion)).toEqual({ origin: 'own', share: null })
  })

  test('is the clinician where there is no draft', () => {
    expect(of('未见异常', '')).toEqual({ origin: 'own', share: null })
  })

  test('is told by the nearest of the drafts', () => {
    const second = DRAFT.replace('7处', '9处').replace('0.62', '0.70')
    expect(of(takenOver(second), DRAFT, second).origin).toBe('taken_over')
  })

  test('is said in both languages, and a change is never nothing', () => {
    expect(authorshipText({ origin: 'changed', share: 0.003 }, 'zh-CN')).toBe(
      'AI草稿，医生修改（改动约1%）',
    )
    expect(authorshipText({ origin: 'changed', share: 0.34 }, 'en')).toBe(
      'AI draft, changed by the clinician (about 34%)',
    )
    expect(authorshipText({ origin: 'own', share: null }, 'zh-CN')).toBe('由医生撰写')
    expect(authorshipText({ origin: 'taken_over', share: null }, 'zh-CN')).toBe('AI草稿，未改动')
  })
})

describe('a draft that is taken over', () => {
  test('is whole, but for the warning', () => {
    const text = takenOver(DRAFT)
    for (const line of DRAFT.split('\n').slice(0, -1)) expect(text).toContain(line)
    expect(text).not.toContain('不能仅凭本产品结果')
  })

  test('stands below what was typed, and no sentence of either is lost or there twice', () => {
    const typed =
      '患者诉视物模糊。\n结论\n左眼：疑似轻度非增殖期糖网（ICDR 1级）。\n随访，不含眼压。'
    const text = withDraft(typed, DRAFT)
    expect(text).toBe(`患者诉视物模糊。\n随访，不含眼压。\n${takenOver(DRAFT)}`)
    expect(withDraft(text, DRAFT)).toBe(text)
    expect(sentencesBeyond(DRAFT, typed)).toHaveLength(6)
  })
})
