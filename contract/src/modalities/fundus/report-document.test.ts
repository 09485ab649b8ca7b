import { countText } from '../figure-texts.ts'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../wire/constants.ts'
import { upgradeReport } from './earlier.ts'
import type { FundusFindings } from './findings.ts'
import { diabeticRows } from './report-document.ts'
import { fundusPart } from './report-part.ts'
import { FundusReportData } from './report-data.ts'
import { REPEATS } from './repeats.ts'
import { SAMPLE_FINDINGS } from './sample-findings.ts'
import { borderText, stagedOf } from './stage-border.ts'

/** What is told of diabetic eye disease, by its label. */
function told(findings: FundusFindings, language: Language, drawn: readonly string[] = []) {
  const { eye, scale, gradable, confidence, not_measured, model_versions } = findings
  const drawings = drawn.map((layer) => ({ layer, clinician: '演示医生', made_at: '' }))
  const rows = diabeticRows(
    {
      eye,
      eye_confidence: 1,
      scale,
      gradable,
      confidence,
      not_measured,
      model_versions,
      image_size: [1000, 800],
      image_index: 0,
      image_sha256: '',
      units: {},
      eye_source: null,
      machine_eye: null,
      sha256_of: 'received',
      corrections: [],
      drawn: drawn.length > 0 ? { drawings, figures: [], outlines: [] } : null,
      ...fundusPart(findings, () => null),
    },
    language,
  )
  return Object.fromEntries(
    rows.map(({ label, cells }) => [label, cells.flat().map(({ text }) => text)]),
  )
}
const { lesions, dr } = SAMPLE_FINDINGS
const many: FundusFindings = {
  ...SAMPLE_FINDINGS,
  lesions: lesions && {
    ...lesions,
    haemorrhages: { ...lesions.haemorrhages, count: 14, uncounted: 31 },
  },
}
/** The chance of severe disease at its cut. */
const open: FundusFindings = {
  ...SAMPLE_FINDINGS,
  dr: dr && { ...dr, stages: [0, 0, 0.45, 0.35, 0.2] },
}

describe('a report of a photograph', () => {
  test.each(LANGUAGES)('states counts as the ranges of repeats, in %s', (language) => {
    const [name, uncounted] =
      language === 'en' ? ['Haemorrhages', 'Not counted'] : ['出血', '未计入']
    const [count = '', ...more] = told(many, language)[name] ?? []
    expect(count.split(' · ')[0]).toBe(countText(14, REPEATS.counts.haemorrhages, language))
    expect(more).toContain(
      `${uncounted} ${countText(31, REPEATS.uncounted.haemorrhages, language)}`,
    )
    const none = language === 'en' ? 'none found' : '未检出'
    expect(told(many, language)[language === 'en' ? 'Soft exudates' : '软性渗出']?.[0]).toBe(none)
  })

  test.each([
    ['zh-CN', '须进一步检查', '疑似其他异常（病理性近视可能）'],
    ['en', 'further examination needed', 'Suspected abnormality other than diabetic retinopathy'],
  ] as const)(
    'says of other disease once that it is to be examined, in %s',
    (language, asks, suspected) => {
      const other_disease = {
        suspected: true,
        kinds: ['pathological_myopia' as const],
        scars: false,
      }
      const found = { ...SAMPLE_FINDINGS, other_disease, dr_grade: 1 as const }
      const dr = found.dr && { ...found.dr, referable: false }
      const lines = Object.values(told({ ...found, dr }, language)).flat()
      expect(lines.filter((line) => line.includes(asks))).toHaveLength(1)
      expect(lines.filter((line) => line.startsWith(suspected))).toHaveLength(1)
    },
  )

  test('says of no quadrant an exact number that a repeat does not bear', () => {
    const [, quadrants] = told(SAMPLE_FINDINGS, 'zh-CN')['微动脉瘤'] ?? []
    expect(quadrants?.split(' · ')).toHaveLength(4)
    for (const quadrant of quadrants?.split(' · ') ?? [])
      expect(quadrant).toMatch(/^[颞鼻][上下] 约/)
  })

  test('counts exactly what a clinician drew, and nothing else', () => {
    const drawn = told(many, 'zh-CN', ['haemorrhages'])
    expect(drawn['出血']?.[0]).toMatch(/^14处 · /)
    expect(drawn['微动脉瘤']).toEqual(told(many, 'zh-CN')['微动脉瘤'])
  })

  test.each(LANGUAGES)('says beside the stage that it is near a border, in %s', (language) => {
    const label =
      language === 'en' ? 'Diabetic retinopathy grade (ICDR)' : '糖尿病视网膜病变分级（ICDR）'
    const border = borderText(stagedOf(open), language)
    expect(border).toMatch(/2.*3/)
    expect(told(open, language)[label]?.[1]).toBe(border)
    expect(told(SAMPLE_FINDINGS, language)[label]).not.toContain(border)
  })

  test('of a version without the chances of the stages is read, and tells no border', () => {
    const { stages, ...DR } = fundusPart(open, () => null).DR
    expect(stages).toEqual(open.dr?.stages)
    expect(
      (upgradeReport({ DR, lesion: {}, not_measured: {} }) as unknown as FundusReportData).DR
        .stages,
    ).toBeNull()
  })
})
