import { countText, measureText } from '../modalities/figure-texts.ts'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../wire/constants.ts'
import { changeOfCount, countRange } from './counts.ts'
import { FUNDUS_FIGURES } from '../modalities/fundus/figure-table.ts'
import { LESIONS } from '../modalities/fundus/lesion-rows.ts'
import { REPEATS } from '../modalities/fundus/repeats.ts'

const SPREADS = [
  ...Object.values(REPEATS.counts),
  ...Object.values(REPEATS.uncounted),
  { few: 0.3, many: 0.02 },
  { few: 2, many: 0.8 },
]
const COUNTS = [...Array.from({ length: 60 }, (_, i) => i), 75, 100, 143, 280, 911]
const every = (check: (count: number, spread: (typeof SPREADS)[number]) => void) => {
  for (const spread of SPREADS) for (const count of COUNTS) check(count, spread)
}

describe('a count of lesions', () => {
  it('is written as the round range in which a repeat lies, never tighter, and always around it', () => {
    const SHAPES = {
      'zh-CN': /^(?:约(\d+)–(\d+)处|约(\d+)处以内|(\d+)处)$/,
      en: /^(?:about (\d+)-(\d+)|up to about (\d+)|(\d+))$/,
    }
    for (const language of LANGUAGES)
      every((count, spread) => {
        if (count === 0) return
        const text = countText(count, spread, language)
        const [, low, high, most, exact] = SHAPES[language].exec(text) ?? []
        const stated = [Number(low ?? exact ?? 0), Number(high ?? most ?? exact)] as const
        const [least, last] = countRange(count, spread)
        expect(stated[0], text).toBeLessThanOrEqual(least)
        expect(stated[1], text).toBeGreaterThanOrEqual(last)
        expect(least).toBeLessThanOrEqual(count)
        expect(last).toBeGreaterThanOrEqual(count)
        for (const bound of stated) if (bound > 10) expect(bound % 5, text).toBe(0)
      })
  })

  it('has one range in both languages, and the words of one alone', () => {
    every((count, spread) => {
      const [zh, en] = LANGUAGES.map((language) => countText(count, spread, language))
      expect(zh?.match(/\d+/g)).toEqual(en?.match(/\d+/g))
      expect(zh).not.toMatch(/[a-z]/i)
      expect(en).not.toMatch(/[\u4e00-\u9fff]/)
    })
  })

  it('of none is none found; an exact number stands only where repeats show no other', () => {
    for (const spread of SPREADS) {
      expect(countText(0, spread, 'zh-CN')).toBe('未检出')
      expect(countText(0, spread, 'en')).toBe('none found')
    }
    expect(countText(3, { few: 0.05, many: 0.01 }, 'zh-CN')).toBe('3处')
    expect(countText(14, { few: 0.7, many: 0.1 }, 'zh-CN')).toBe('约7–25处')
    expect(countText(14, { few: 0.7, many: 0.1 }, 'en')).toBe('about 7-25')
    expect(countText(1, { few: 0.7, many: 0.1 }, 'en')).toBe('up to about 4')
  })

  it('that a clinician drew is exact, and a figure without repeats is written as ever', () => {
    const measure = { ...FUNDUS_FIGURES.at('lesions.haemorrhages.count'), value: 14 }
    expect(measureText(measure, 'zh-CN', true)).toBe('14处')
    expect(measureText(measure, 'zh-CN')).toMatch(/^约\d+–\d+处$/)
    expect(measureText({ ...FUNDUS_FIGURES.at('vcdr'), value: 0.5 }, 'en')).toBe('0.50')
  })

  it('of each kind of lesion has a repeatability, counted or not and in each quadrant', () => {
    for (const kind of LESIONS)
      for (const name of ['count', 'uncounted', 'quadrants.superior_nasal'])
        expect(FUNDUS_FIGURES.at(`lesions.${kind}.${name}`).repeats).not.toBeNull()
  })

  it('changed only where the later one lies outside the range of the earlier, whatever their order', () => {
    every((before, spread) => {
      const [low, high] = countRange(before, spread)
      for (const after of [0, low - 1, low, before, high, high + 1, 3 * high]) {
        if (after < 0) continue
        const { kind, by, limit } = changeOfCount(before, after, spread)
        expect(by).toBe(after - before)
        expect(kind).toBe(after < low || after > high ? 'changed' : 'within')
        expect(kind === 'changed').toBe(Math.abs(by) > limit)
        expect(changeOfCount(after, before, spread).kind).toBe(kind)
      }
    })
  })
})
