import { findingText, LANGUAGES, type ReportPicture } from '@mingmou/contract'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { compareWords, SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { pdfPages, pdfPictures } from '../../../testing/pdf-text.ts'
import { photographWith, snapshotWith, STANDING } from '../../../testing/report-factory.ts'
import { readReport } from '../service.ts'
import type { Standing } from '../standing.ts'
import { renderPdf } from './render.ts'
import type { DrawnPicture } from './sections.ts'

const OPINION = '结论\n右眼疑似中度非增殖期糖网。\n建议\n1个月内行黄斑OCT。'
const DRAFT = `${OPINION}\n依据\n右眼1张，可判读1张。\n局限\n未评估：静脉串珠。`
const left = {
  ...SAMPLE_FINDINGS,
  eye: 'OS' as const,
  dr_grade: 1 as const,
  vcdr: null,
  dr: SAMPLE_FINDINGS.dr && { ...SAMPLE_FINDINGS.dr, macular_oedema: false },
  not_measured: { ...SAMPLE_FINDINGS.not_measured, vcdr: 'no_cup' as const },
}
/** These belong to photograph 3, which the report does not show. */
const outcome = {
  stage: 2 as const,
  stage_index: 2,
  referral: 'referable' as const,
  open_index: null,
  at_least: null,
  lesions: false,
  other_disease: null,
  stated: [],
  reasons: [],
  oedema: true,
  oedema_index: 2,
  glaucoma: 'high' as const,
  glaucoma_index: 2,
  machine: null,
}

const reports = {
  'one photograph': snapshotWith(photographWith(SAMPLE_FINDINGS), { opinion: OPINION }),
  'both eyes': snapshotWith(
    { ...photographWith(SAMPLE_FINDINGS), machine_opinion: { 'zh-CN': DRAFT, en: DRAFT } },
    {
      fellow: {
        ...photographWith(left, { image_index: 1 }),
        machine_opinion: { 'zh-CN': DRAFT, en: DRAFT },
      },
      image_count: 4,
      left_out: [
        { image_index: 2, eye: 'OS', gradable: true },
        { image_index: 3, eye: null, gradable: false },
      ],
      outcomes: [
        { ...outcome, eye: 'OD', stage_index: 0 },
        { ...outcome, eye: 'OS' },
      ],
      patient_opinion: { 'zh-CN': DRAFT, en: DRAFT },
      opinion: OPINION,
    },
  ),
}
const kinds = Object.keys(reports) as (keyof typeof reports)[]

const NUMBER = 'R20240302-AAAAAAAAAAAAAAAAAAAAAAAAAA'
const VOIDED = { at: '2024-03-04T02:00:00Z', by: '演示主任', reason: '照片属于另一患者。' }
/** Everything at once that may become of a report. */
const notValid = (kind: keyof typeof reports): Standing => ({
  ...STANDING,
  state: 'void',
  voided: VOIDED,
  outdated: true,
  kept_until: '2039-03-01',
  newer: {
    report_no: NUMBER,
    created_at: new Date('2024-03-02T02:00:00Z'),
    snapshot: { ...reports[kind], opinion: '随访' },
  },
})

const grey = await sharp({
  create: { width: 100, height: 80, channels: 3, background: '#888' },
})
  .jpeg()
  .toBuffer()

async function printed(
  kind: keyof typeof reports,
  language: (typeof LANGUAGES)[number],
  { shape = 0.8, standing = notValid(kind) } = {},
) {
  const snapshot = reports[kind]
  const opened = {
    oid: '',
    report_id: '',
    visitor: false,
    standing,
  }
  const document = readReport({ ...opened, snapshot }, language)
  const drawn = new Map<ReportPicture, DrawnPicture>()
  for (const section of document.sections)
    if (section.kind === 'pictures')
      for (const picture of section.pictures) drawn.set(picture, { bytes: grey, shape })
  const { report_no } = snapshot
  const link = `http://127.0.0.1/#/report/fundus?report_no=${report_no}`
  const file = await renderPdf({ document, drawn, report_no, link, language })
  return { document, pages: pdfPages(file), pictures: pdfPictures(file), drawn: drawn.size }
}

describe('the PDF of a report', () => {
  test.each(kinds.flatMap((kind) => LANGUAGES.map((language) => [kind, language] as const)))(
    'of %s in %s says every word of its document, and no other',
    async (kind, language) => {
      const { document, pages } = await printed(kind, language)
      const numbers = pages.map((_, index) =>
        findingText(language, 'report.page', { n: index + 1, all: pages.length }),
      )
      const words = compareWords(document, pages.join('\n'), { besides: numbers })
      expect(words).toEqual({ missing: [], left: '' })
    },
  )

  test('has the marks and the small letters of its language beside an eye', async () => {
    const words = async (language: (typeof LANGUAGES)[number]) =>
      JSON.stringify((await printed('both eyes', language)).document.sections)
    const [zh, en] = [await words('zh-CN'), await words('en')]
    expect(zh).toMatch(/O[DS]：/)
    expect(zh).not.toMatch(/O[DS]: /)
    expect(zh).toContain('第4张（眼别未确定，不可判读）')
    expect(en).toContain('image 3 (left eye OS); image 4 (eye not determined, ungradable)')
  })

  test.each(kinds)('of %s is two pages at most', async (kind) => {
    for (const language of LANGUAGES)
      expect((await printed(kind, language)).pages.length).toBeLessThanOrEqual(2)
  })

  test.each(kinds.flatMap((kind) => [0.67, 1].map((shape) => [kind, shape] as const)))(
    'of %s draws a picture %d times as high as it is wide in these proportions',
    async (kind, shape) => {
      const { pictures, drawn } = await printed(kind, 'zh-CN', { shape })
      expect(pictures).toHaveLength(drawn)
      for (const [width, height] of pictures) expect(height / width).toBeCloseTo(shape, 3)
    },
  )

  test.each([
    ['void', notValid('both eyes'), ['作废', 'VOID']],
    [
      'superseded',
      { ...notValid('both eyes'), state: 'superseded', voided: null },
      ['已被取代', 'SUPERSEDED'],
    ],
    ['altered', { ...STANDING, altered: true }, ['内容被改动', 'ALTERED']],
  ] as const)(
    'that is %s says so on every page, at its top and across it',
    async (_, standing, marks) => {
      for (const [index, language] of LANGUAGES.entries()) {
        const { pages } = await printed('both eyes', language, { standing })
        expect(pages.length).toBeGreaterThan(1)
        for (const page of pages)
          expect(page.replace(/\s/g, '').split(marks[index] ?? '-').length).toBeGreaterThan(2)
      }
    },
  )

  test('that differs much from the newer one says how many differences it leaves out', async () => {
    const snapshot = snapshotWith(photographWith({ ...SAMPLE_FINDINGS, gradable: false }))
    const standing = {
      ...STANDING,
      newer: { ...notValid('both eyes').newer, snapshot },
    } as Standing
    const { document, pages } = await printed('both eyes', 'zh-CN', { standing })
    const all = document.notices[0]?.lines.length ?? 0
    expect(pages.join('').replace(/\s/g, '')).toContain(`另有${all - 12}项，见系统中的报告。`)
  })

  test('that stands has no such word', async () => {
    const { document, pages } = await printed('one photograph', 'zh-CN', { standing: STANDING })
    expect([document.mark, document.notices]).toEqual([null, []])
    expect(pages.join('')).not.toMatch(/作废|取代/)
  })

  test('says of each eye what a photograph shows that stands on no picture', async () => {
    const { pages } = await printed('both eyes', 'zh-CN')
    const text = pages.join('').replace(/\s/g, '')
    expect(text).toContain('该眼另一张照片更重：ICDR2级（第3张）')
    expect(text).toContain('该眼另一张照片疑似黄斑水肿（第3张）')
    expect(text.match(/该眼另一张照片青光眼可疑度更高：高度可疑（第3张）/g)).toHaveLength(2)
  })

  test('has on every page its number, the patient, the page and what it is no basis for', async () => {
    const { document, pages } = await printed('both eyes', 'zh-CN')
    for (const [index, page] of pages.entries()) {
      for (const text of [
        document.footer.whose,
        document.footer.warning,
        `第 ${index + 1} 页，共 ${pages.length} 页`,
      ])
        expect(page.replace(/\s/g, '')).toContain(text.replace(/\s/g, ''))
    }
    expect(document.footer.whose).toContain('演示患者')
    expect(document.footer.whose).toContain('R20240301-')
  })
})
