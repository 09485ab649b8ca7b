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

/** The widths of the pictures that the pages draw, mm. */
function widths(file: Buffer): number[] {
  const text = file.toString('latin1')
  const streams = [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  const drawn = streams.join('\n').matchAll(/([\d.]+) 0 0 -?[\d.]+ [\d.]+ [\d.]+ cm\s+\/I\d+ Do/g)
  return [...drawn].map(([, width]) => Number(width) / MM)
}

test.each(LANGUAGES)(
  'the report of one eye is one page with pictures of 60 mm, in %s',
  async (language) => {
    for (const shape of [1, 2 / 3]) {
      const photograph = photographWith(SAMPLE_FINDINGS, { height: 1000 * shape })
      const machine_opinion = { 'zh-CN': draftOf('zh-CN'), en: draftOf('en') }
      const snapshot = snapshotWith({ ...photograph, machine_opinion }, { opinion: OPINION })
      const read = { oid: '', report_id: '', visitor: false, standing: STANDING }
      const document = readReport({ ...read, snapshot }, language)
      const size = { width: 300, height: 300 * shape }
      const bytes = await sharp({ create: { ...size, channels: 3, background: '#844' } })
        .jpeg()
        .toBuffer()
      const pictures = document.sections.flatMap((one) =>
        one.kind === 'pictures' ? one.pictures : [],
      )
      const file = await renderPdf({
        ...{ document, language, report_no: 'R1', link: 'http://127.0.0.1:8080/#/report/verify' },
        drawn: new Map(pictures.map((picture) => [picture, { bytes, shape }])),
      })
      expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
      expect(widths(file)).toHaveLength(pictures.length)
      expect(Math.min(...widths(file))).toBeGreaterThanOrEqual(60)
    }
  },
)
