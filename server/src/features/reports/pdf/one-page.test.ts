import { inflateSync } from 'node:zlib'
import { ANALYSERS } from '@mingmou/analysis'
import { LANGUAGES, type Language } from '@mingmou/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { photographWith, snapshotWith, STANDING } from '../../../testing/report-factory.ts'
import { readReport } from '../service.ts'
import { renderPdf } from './render.ts'

const MM = 72 / 25.4
const SITTING = [{ index: 0, eye: SAMPLE_FINDINGS.eye, findings: SAMPLE_FINDINGS }]
const draftOf = (language: Language) => ANALYSERS.fundus.opinionOf(SITTING, 0, language)
const OPINION = '右眼中度非增殖期糖尿病视网膜病变，建议一个月内行黄斑OCT并转诊眼底专科。'.repeat(3)

/** What the pages draw, as the language of PDF. */
function drawnIn(file: Buffer): string[] {
  const text = file.toString('latin1')
  return [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
}

/** The widths of the pictures that the pages draw, mm. */
function widths(file: Buffer): number[] {
  const drawn = drawnIn(file)
    .join('\n')
    .matchAll(/([\d.]+) 0 0 -?[\d.]+ [\d.]+ [\d.]+ cm\s+\/I\d+ Do/g)
  return [...drawn].map(([, width]) => Number(width) / MM)
}

test.each(LANGUAGES)(
  'the report of one eye is one page with pictures of 60 mm, in %s',
  async (language) => {
    // What is signed most often is the draft as it is.
    for (const [shape, opinion] of [
      [1, OPINION],
      [2 / 3, OPINION],
      [1, draftOf('zh-CN')],
      [2 / 3, draftOf('zh-CN')],
    ] as const) {
      const photograph = photographWith(SAMPLE_FINDINGS, { height: 1000 * shape })
      const machine_opinion = { 'zh-CN': draftOf('zh-CN'), en: draftOf('en') }
      const snapshot = snapshotWith({ ...photograph, machine_opinion }, { opinion })
      const read = { oid: '', report_id: '', visitor: false, standing: STANDING }
      const document = readReport({ ...read, snapshot }, language)
      const size = { width: 300, height: 300 * shape }
      const bytes = await sharp({ create: { ...size, channels: 3, background: '#844' } })
        .jpeg()
        .toBuffer()
      const pictures = document.sections.flatMap((section) =>
        section.kind === 'pictures' ? section.pictures : [],
      )
      const file = await renderPdf({
        document,
        language,
        report_no: 'R1',
        link: 'http://127.0.0.1:8080/#/report/verify',
        drawn: new Map(pictures.map((picture) => [picture, { bytes, shape }])),
      })
      expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
      expect(widths(file)).toHaveLength(pictures.length)
      expect(Math.min(...widths(file))).toBeGreaterThanOrEqual(60)
    }
  },
)

test('what a report rests on stands above whose it is, however many models and images it has', async () => {
  const versions = Array.from({ length: 13 }, (_, at) => [`network_${at}`, '2.10.0 0617454ea9ab'])
  const photograph = photographWith(
    { ...SAMPLE_FINDINGS, model_versions: Object.fromEntries(versions) as Record<string, string> },
    { sha256: 'ab'.repeat(32) },
  )
  const fellow = { ...photograph, eye: 'OS' as const, image_index: 1 }
  const snapshot = snapshotWith(photograph, { opinion: OPINION, fellow })
  const read = { oid: '', report_id: '', visitor: false, standing: STANDING }
  const file = await renderPdf({
    document: readReport({ ...read, snapshot }, 'en'),
    drawn: new Map(),
    link: null,
    language: 'en',
    report_no: 'R1',
  })
  // The baselines of the foot, from the bottom of the page, pt.
  const lines = drawnIn(file).flatMap((page) =>
    [...page.matchAll(/1 0 0 1 [\d.]+ ([\d.]+) Tm/g)].map(([, y]) => Number(y)),
  )
  const foot = [...new Set(lines.filter((y) => y < 60))].toSorted((a, b) => a - b)
  const apart = foot.slice(1).map((y, index) => y - (foot[index] ?? 0))
  expect(foot.length).toBeGreaterThan(4)
  expect(Math.min(...apart)).toBeGreaterThan(5)
})

test('a report that is drawn again is the same file', async () => {
  const snapshot = snapshotWith(photographWith(SAMPLE_FINDINGS, { height: 1000 }), {
    opinion: OPINION,
  })
  const read = { oid: '', report_id: '', visitor: false, standing: STANDING }
  const whole = readReport({ ...read, snapshot }, 'en')
  const sections = whole.sections.filter(({ kind }) => kind !== 'pictures')
  const draw = () =>
    renderPdf({
      document: { ...whole, sections },
      drawn: new Map(),
      report_no: 'R1',
      link: null,
      language: 'en',
      made: new Date(snapshot.report_time),
    })
  const first = await draw()
  expect((await draw()).equals(first)).toBe(true)
})
