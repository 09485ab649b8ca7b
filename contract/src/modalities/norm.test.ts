import { nearText, outsideText } from './figure-texts.ts'
import { expect, test } from 'vitest'
import { placeInNorm, outsideOf, share, within } from '../findings/figure-table.ts'
import { findingMeasure } from '../findings/figures.ts'
import { FUNDUS_FIGURES } from './fundus/figure-table.ts'
import { SAMPLE_FINDINGS } from './fundus/sample-findings.ts'
import { zoneSideOf } from './octa/figure-table.ts'
import { ENTRIES } from './table.ts'

const norm = { low: 0.6, high: 0.8, source: 'drawn', healthy: null }
const ofSpread = (value: number, spread: number | null) => ({
  norm,
  error: within(0.1, 0.05),
  value,
  confidence: { spread },
})

test('a figure lies outside its norm only where it is farther off than its spread', () => {
  const placed = (value: number, spread: number | null = 0.04) =>
    placeInNorm(ofSpread(value, spread))
  expect([0.5, 0.57, 0.6, 0.8, 0.83, 0.9].map((value) => placed(value))).toEqual([
    ...['below', 'near', 'inside', 'inside', 'near', 'above'],
  ])
  // Where the photograph tells no spread, the usual error of the figure stands for it.
  expect([placed(0.56, null), placed(0.54, null)]).toEqual(['near', 'below'])
  expect(placed(0.56, 0.01)).toBe('below')
  expect(placeInNorm({ ...ofSpread(0.1, 0.01), norm: null })).toBeNull()
  const relative = { ...ofSpread(0.85, null), error: share(0.1, 0.1) }
  expect([placeInNorm(relative), outsideOf(relative)]).toEqual(['near', null])
})

test('of every figure with a norm nothing is told of its meaning within the spread of the bound', () => {
  const figures = ENTRIES.flatMap((entry) => entry.figures.all).filter(
    (figure) => figure.norm !== null,
  )
  expect(figures.map(({ key }) => key)).toContain('faz_area_mm2')
  for (const figure of figures)
    for (const [bound, side] of [
      [figure.norm?.low, -1],
      [figure.norm?.high, 1],
    ] as const) {
      if (bound === undefined) continue
      const at = (away: number) => ({
        ...figure,
        value: bound + side * away,
        confidence: { level: 0.8, spread: 0.05 },
      })
      expect(outsideText(at(0.04), 'zh-CN')).toBeNull()
      expect(nearText(at(0.04), 'zh-CN')).toBe('与参考之差未超出误差，不作判断')
      expect(outsideText(at(0.06), 'zh-CN')).toMatch(side < 0 ? /^低于参考/ : /^高于参考/)
      expect(nearText(at(0.06), 'zh-CN')).toBeNull()
    }
})

test('the zone of a scan is told larger than its reference only beyond its spread', () => {
  const zone = (area: number, spread?: number) =>
    zoneSideOf({
      faz_area_mm2: area,
      confidence: spread === undefined ? {} : { faz_area_mm2: { level: 0.8, spread } },
    })
  expect([zone(0.58, 0.07), zone(0.62, 0.07), zone(0.58), zone(0.62)]).toEqual([
    ...[null, 'above', null, 'above'],
  ])
})

test('the ratio of arteries and veins of the sample has no word beside its reference', () => {
  const measure = findingMeasure(FUNDUS_FIGURES, SAMPLE_FINDINGS, 'vessel.calibre.avr')
  expect([outsideText(measure, 'en'), nearText(measure, 'en')]).toEqual([null, null])
})
