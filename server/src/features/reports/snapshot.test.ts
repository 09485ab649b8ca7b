import {
  evidenceText,
  FUNDUS_FIGURES,
  FundusReportData,
  gradedIn,
  type FundusFindings,
  type Language,
} from '@mingmou/contract'
import { describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import type { StoredJson } from '../../platform/database/stored-json.ts'
import {
  photographWith,
  snapshotWith,
  STANDING,
  type FundusSnapshot,
} from '../../testing/report-factory.ts'
import { annotate } from './names.ts'
import { readReport } from './service.ts'
import type { Snapshot } from './snapshot.ts'
import { standingIn } from './standing.ts'
import { reportJson } from './stored-report.ts'

const snapshotOf = (findings: FundusFindings) => snapshotWith(photographWith(findings))

const documentOf = (snapshot: Snapshot, language: Language) =>
  readReport(
    {
      oid: '',
      report_id: '',
      visitor: false,
      standing: STANDING,
      snapshot,
    },
    language,
  )

/** Every number and null of the report's findings, by its dotted name. */
function leaves(group: object, prefix = ''): [string, unknown][] {
  return Object.entries(group).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leaves(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value] as [string, unknown]],
  )
}
const found = ({ iqa, DR, vessel, segmentation, lesion }: FundusSnapshot) =>
  leaves({ iqa, DR, vessel, segmentation, lesion })

describe('a report', () => {
  test('gives what was found by the names of the report', () => {
    const report = snapshotOf(SAMPLE_FINDINGS)
    expect(report).toMatchObject({
      iqa: { angle: -6.7, fovea_edge_distance: 311, image_quality: 'good' },
      DR: { DR: true, stage: 2, microaneurysms: 7, rule: 'more_than_microaneurysms' },
      segmentation: { vcdr: 0.62, odr: 0.38, odr_percent: 38, fd_dist: 302, cup_area: 4301 },
      lesion: { hard_exudates: 'maps/hard_exudates', measures: { haemorrhages: { count: 2 } } },
      vessel: { paths: { arteries: 'maps/arteries' }, calibre: { avr: 0.7 } },
      glaucoma: 'watch',
    })
    expect(report.DR.exudation).toBeCloseTo(0.066)
  })

  test('tells of every number its unit, of every null its reason, and what is unsure', () => {
    const { units, not_measured, confidence, ...report } = snapshotOf(SAMPLE_FINDINGS)
    for (const [name, value] of found(report as FundusSnapshot)) {
      // A null without a known reason reads as not implemented.
      if (value === null) expect(not_measured[name], name).toMatch(/^no_/)
      if (typeof value === 'number')
        expect(units[name], name).toBe(FUNDUS_FIGURES.inReport(name)?.unit)
    }
    expect(units).toMatchObject({
      'vessel.calibre.crae': '{px}',
      'vessel.quadrants.nasal': '%',
      'segmentation.disc_area': '{px2}',
      'segmentation.fd_dist_dd': '{DD}',
      'lesion.measures.haemorrhages.count': '1',
      'iqa.angle': 'deg',
    })
    expect(not_measured).toMatchObject({
      'lesion.measures.soft_exudates.fovea_distance_dd': 'no_lesion',
    })
    expect(confidence).toMatchObject({
      'DR.stage': { level: 0.87 },
      'segmentation.vcdr': { spread: 0.03 },
      'segmentation.fd_dist': { spread: 4 },
      'vessel.calibre.avr': { spread: 0.04 },
    })
  })

  test('is not made of a number that nobody gave a unit', () => {
    const vessel = { new_figure: 3 }
    expect(() => annotate({ vessel }, SAMPLE_FINDINGS)).toThrow('vessel.new_figure')
  })

  test('of a stage that blur withheld says that nothing is excluded, and gives no probability', () => {
    const { dr } = SAMPLE_FINDINGS
    const report = snapshotOf({
      ...SAMPLE_FINDINGS,
      dr_grade: null,
      dr_referable_probability: null,
      dr: dr && { ...dr, rule: 'no_lesion', referable: false, agreed: true },
      not_measured: { ...SAMPLE_FINDINGS.not_measured, dr_grade: 'blurred' },
    })
    expect([report.DR.stage, report.DR.referable_probability]).toEqual([null, null])
    expect(report.not_measured).toMatchObject({ 'DR.stage': 'blurred' })
    const evidence = evidenceText(gradedIn(report), 'zh-CN')
    expect(evidence).toMatch(/^未能分级，不能排除糖尿病视网膜病变：图像模糊/)
    expect(evidence).not.toMatch(/\d/)
  })

  test('of a photograph without a disc says so of everything that rests on it', () => {
    const { not_measured } = snapshotOf({
      ...SAMPLE_FINDINGS,
      disc: null,
      vcdr: null,
      glaucoma: null,
      not_measured: { disc: 'no_disc', vcdr: 'no_disc', glaucoma: 'no_disc' },
    })
    for (const name of ['disc_area', 'odr', 'odr_percent', 'vcdr', 'rim', 'ddls'])
      expect(not_measured[`segmentation.${name}`], name).toBe('no_disc')
    expect(not_measured['glaucoma']).toBe('no_disc')
  })

  test('prints that low suspicion does not exclude glaucoma, and how sure the ratio is', () => {
    const report = snapshotOf({ ...SAMPLE_FINDINGS, glaucoma: { band: 'low', signs: [] } })
    const printed = (language: Language) =>
      documentOf(report, language)
        .sections.flatMap((section) => (section.kind === 'results' ? section.rows : []))
        .map(({ label, cells }) => [label, cells[0]?.[0]])
    expect(printed('zh-CN')).toContainEqual([
      '青光眼可疑度',
      expect.objectContaining({ text: '低（不能排除青光眼）', aside: '杯盘比置信度高（92%）' }),
    ])
    expect(printed('en')).toContainEqual([
      'Suspicion of glaucoma',
      expect.objectContaining({
        text: 'low (does not exclude glaucoma)',
        aside: 'confidence of the cup-to-disc ratio high (92%)',
      }),
    ])
  })

  test('of a patient without a telephone number prints that none is recorded', () => {
    const report: Snapshot = { ...snapshotOf(SAMPLE_FINDINGS), phone: null }
    expect(documentOf(report, 'zh-CN').identity).toContainEqual({ label: '电话', value: '未填写' })
    expect(documentOf(report, 'en').identity).toContainEqual({
      label: 'Phone',
      value: 'Not recorded',
    })
  })

  test('says why a stated scale was not used', () => {
    const { scale, not_measured } = snapshotOf({
      ...SAMPLE_FINDINGS,
      scale: null,
      not_measured: { ...SAMPLE_FINDINGS.not_measured, scale: 'scale_doubtful' },
    })
    expect([scale, not_measured['scale']]).toEqual([null, 'scale_doubtful'])
  })

  test('made before all of this was measured reads as it was made, with nothing put in', () => {
    const { vessel, segmentation, lesion, iqa, DR, ...rest } = snapshotOf(SAMPLE_FINDINGS)
    const early = {
      ...rest,
      confidence: undefined,
      scale: undefined,
      glaucoma: null,
      glaucoma_signs: undefined,
      iqa: { ...iqa, fovea_edge_distance_dd: undefined },
      DR: { DR: DR.DR, stage: DR.stage, microaneurysms: null, exudation: null },
      vessel: {
        density: vessel.density,
        length: vessel.length,
        length_density: null,
        diameter: null,
        fractal_dimension: null,
        tortuosity: null,
        curvature: null,
      },
      segmentation: {
        disc_area: null,
        disc_percent: null,
        cup_area: null,
        cup_percent: null,
        odr: null,
        odr_percent: null,
        vcdr: segmentation.vcdr,
        fovea_center: null,
        fd_dist: null,
      },
      lesion: { ...lesion, measures: undefined },
    }
    const stored: unknown = JSON.parse(JSON.stringify(early))
    const read = reportJson.read({ diagnosis_class: '1', data: stored as StoredJson })
    expect(read).toMatchObject(stored as object)
    expect(read).toMatchObject({
      vessel: { arteries: null, calibre: null, paths: { veins: null } },
      segmentation: { rim: null, disc_outline: null },
      DR: { rule: null, not_assessed: [] },
      lesion: { measures: null },
      patient_opinion: null,
      confidence: {},
    })
    const shown = {
      ...read,
      machine_opinion: read.machine_opinion.en,
      image_url: '',
      overlays: [],
      standing: standingIn(read, STANDING, 'en'),
    }
    expect(FundusReportData.safeParse(shown).success).toBe(true)
  })

  test('from before says by its text who wrote it, and of eye and hash what was known', () => {
    const drafted =
      '结论\n右眼：疑似中度非增殖期糖网（ICDR 2级）。\n建议\n转眼底专科，3–6个月内复查。'
    const photograph = {
      ...photographWith(SAMPLE_FINDINGS),
      machine_opinion: {
        'zh-CN': `${drafted}\n依据\n检出疑似微动脉瘤7处。`,
        en: 'Conclusion\nNPDR.',
      },
    }
    const readAt = (opinion: string, change: object = {}) => {
      const report = snapshotWith(photograph, { opinion })
      const later = ['opinion_share', 'eye_source', 'machine_eye', 'sha256_of']
      const early = Object.fromEntries(
        Object.entries(report).filter(([name]) => !later.includes(name)),
      )
      const data = { ...early, ...change, version: 3 } as StoredJson
      return reportJson.read({ diagnosis_class: '1', data })
    }
    expect(readAt(`${drafted}\n已告知。`)).toMatchObject({
      opinion_origin: 'changed',
      eye_source: 'machine',
      machine_eye: 'OD',
      sha256_of: 'stored',
    })
    expect(readAt('未见异常')).toMatchObject({ opinion_origin: 'own', opinion_share: null })
    const taken = { opinion_origin: 'taken_over', eye_confidence: null }
    expect(readAt(drafted, taken)).toMatchObject({
      opinion_origin: 'taken_over',
      opinion_share: null,
      // A clinician or a file stated it. Nobody knows any more which.
      eye_source: null,
      machine_eye: null,
    })
    const [footer] = [documentOf(readAt('未见异常'), 'zh-CN').footer]
    expect(footer.lines.join()).toContain('存储的图像 SHA-256 0')
  })

  test('is stored with the version of its shape and read as it was made, and by no older program', () => {
    const report = snapshotOf(SAMPLE_FINDINGS)
    const data = JSON.parse(reportJson.write(report)) as { version: number }
    expect(data.version).toBeGreaterThan(0)
    const read = (version: number) =>
      reportJson.read({ diagnosis_class: '1', data: { ...data, version } })
    expect(read(data.version)).toEqual(report)
    expect(() => read(data.version + 1)).toThrow('newer')
  })
})
