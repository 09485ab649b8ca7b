import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../wire/constants.ts'
import type { Line, ReportDocument } from '../../report/document.ts'
import type { Reason } from '../../findings/findings.ts'
import { upgradeFindings, upgradeReport } from './earlier.ts'
import { withStatedEye } from './facts.ts'
import type { SurfaceFindings } from './findings.ts'
import { surfaceDocument } from './report-document.ts'
import { surfacePart } from './report-part.ts'
import { SAMPLE_FINDINGS } from './sample-findings.ts'

/** A report of findings as it is read. Most places have the same name in both. */
function documentOf(
  found: SurfaceFindings,
  language: Language = 'zh-CN',
  not_measured: Record<string, Reason> = found.not_measured,
): ReportDocument {
  const { eye, eye_confidence, scale, gradable, model_versions } = found
  const { 'staining.percent': lesion_percent, ...same } = found.confidence
  const confidence = { ...same, ...(lesion_percent && { lesion_percent }) }
  return surfaceDocument(
    {
      ...FRAME,
      eye,
      eye_confidence,
      scale,
      gradable,
      confidence,
      model_versions,
      not_measured,
      corrections: [],
      drawn: null,
      ...surfacePart(found),
    },
    language,
  )
}

const FRAME = {
  report_no: 'R1',
  organization: { name: '演示机构' },
  name: '演示患者',
  gender: 1 as const,
  age: 60,
  phone: null,
  id: 'C1',
  record_date: '2024-03-01',
  collect_device: 'BX 900',
  report_time: '2024-03-01T02:00:00.000Z',
  clinician: '演示医生',
  opinion: '复查',
  opinion_origin: 'own' as const,
  opinion_share: null,
  standing: {
    state: 'signed' as const,
    sha256: '0',
    altered: false,
    outdated: false,
    superseded_by: null,
    supersedes: null,
    voided: null,
    kept_until: null,
    origin: null,
  },
  fellow: null,
  image_count: 1,
  left_out: [],
  outcomes: [],
  patient_opinion: null,
  image_index: 0,
  image_size: [900, 600] as [number, number],
  machine_opinion: '',
  image_sha256: '',
  sha256_of: 'received' as const,
  eye_source: null,
  machine_eye: null,
  units: {},
  overlays: ['cornea', 'lesion', 'dots'].map((name) => ({ name, color: '#fff' })),
}

const textOf = ({ text, aside = '' }: Line) => `${text} ${aside}`.trim().replaceAll('\u00a0', ' ')
/** The results by their label. */
const resultsOf = ({ sections }: ReportDocument) =>
  Object.fromEntries(
    sections.flatMap((section) =>
      section.kind === 'results'
        ? section.rows.map(({ label, cells }) => [label, cells.flat().map(textOf)])
        : [],
    ),
  ) as Record<string, string[]>
/** As an earlier version wrote it. */
const withoutOutline = (from: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name !== 'outline'))
const everything = (document: ReportDocument) => JSON.stringify(document)

const stained = withStatedEye(SAMPLE_FINDINGS, { eye: 'OD' })

describe('a report of the eye surface', () => {
  test('says the kind of staining, and each grade with its rule', () => {
    const document = documentOf(stained)
    expect(document.title).toBe('眼表荧光素染色图像诊断报告')
    expect(resultsOf(document)).toEqual({
      图像质量: ['良好 评分 82 / 100、符合拍摄标准'],
      角膜轮廓: ['可信', '由程序核对形状、大小与边缘；轮廓之外的染色不计'],
      角膜染色: ['检出染色'],
      染色类型: ['片状（≥1 mm）'],
      '牛津式分级（0–5）': ['4 级', '按牛津方案图版的点数界限，片状折算为点数；仅计角膜，不含结膜'],
      NEI角膜染色评分: ['7 / 15', '中央区受累', '角膜五区各0–3分；有一区未评分则不给总分'],
      '严重度（0–4）': [
        '4 级：累及中央光学区',
        '按SUSTech-SYSU分级：周边受累象限数，累及中央区为4级',
      ],
      染色占角膜: ['5.4 ± 0.6% 置信度中（85%）', '约5.6 ± 0.9 mm²（估算）'],
    })
    expect(everything(document)).toContain('片状染色以同一家医院的真实溃疡照片和绘制图像训练、验证')
    expect(everything(document)).toContain('按角膜直径11.7 mm换算')
    expect(everything(document)).toContain('± 与置信度由绘制图像测得')
  })

  test('says of an outline that is not trusted why, before the staining, and gives no grade by it', () => {
    const outline = { trust: 'untrusted' as const, doubts: ['flat' as const] }
    const open = { lesion_grade: null, lesion_severity: null, lesion_region: null, staining: null }
    const reasons = ['lesion_grade', 'lesion_severity', 'lesion_region', 'staining'].map(
      (name): [string, Reason] => [name, 'outline_uncertain'],
    )
    const cornea = stained.cornea && { ...stained.cornea, area: null, percent: null, visible: null }
    const document = documentOf(
      { ...stained, ...open, outline, cornea, confidence: {} },
      'zh-CN',
      Object.fromEntries(reasons),
    )
    const results = resultsOf(document)
    expect(Object.keys(results).slice(0, 3)).toEqual(['图像质量', '角膜轮廓', '角膜染色'])
    expect(results).toMatchObject({
      角膜轮廓: ['不可信 形状过扁', expect.stringContaining('不给出分级、分区和占比') as string],
      角膜染色: ['可见染色，未能确定均在角膜上'],
      '严重度（0–4）': ['未能判断 角膜轮廓不够可信'],
    })
    expect(everything(document)).not.toMatch(/"4 级|\d+ \/ 15/)
  })

  test('of an earlier version is called unchecked, and keeps what it said', () => {
    const earlier = upgradeReport(
      withoutOutline({ ...surfacePart(stained), not_measured: {}, fellow: null }),
    )
    expect(earlier).toMatchObject({
      outline: null,
      lesion_severity: 4,
      corrections: [],
      not_measured: { outline: 'outline_unchecked' },
    })
    expect(upgradeFindings(withoutOutline(stained))).toMatchObject({
      outline: null,
      lesion_severity: 4,
      not_measured: { outline: 'outline_unchecked' },
    })
    const document = documentOf({ ...stained, outline: null })
    expect(resultsOf(document)['角膜轮廓']).toEqual([
      '未核对',
      '由此前版本分析；分级可能计入巩膜或结膜染色',
    ])
  })

  test('shows the outline of the cornea in place of its map', () => {
    const [pictures] = documentOf(stained).sections
    if (pictures?.kind !== 'pictures') throw new Error('no pictures')
    expect(pictures.pictures.map(({ layers }) => layers.map(({ name }) => name))).toEqual([
      [],
      ['lesion', 'dots', 'cornea_outline'],
    ])
  })

  test('calls no eye healthy or normal that shows no staining', () => {
    const clear: SurfaceFindings = {
      ...stained,
      lesion_bool: false,
      lesion_type: 'none',
      lesion_grade: 0,
      lesion_severity: 0,
    }
    expect(resultsOf(documentOf(clear))['角膜染色']).toEqual(['未检出染色（不能排除）'])
    for (const language of LANGUAGES)
      expect(everything(documentOf(clear, language))).not.toMatch(/正常|健康|normal|healthy/i)
  })

  test('gives no total where the lids hide a part, and names the part with the reason', () => {
    const hidden: SurfaceFindings = {
      ...stained,
      lesion_severity: null,
      lesion_region: stained.lesion_region && {
        ...stained.lesion_region,
        central: null,
        superior: null,
        total: null,
      },
    }
    const why = { 'lesion_region.central': 'lids_cover', 'lesion_region.superior': 'lids_cover' }
    const document = documentOf(hidden, 'zh-CN', {
      ...(why as Record<string, Reason>),
      'lesion_region.total': 'lids_cover',
      lesion_severity: 'lids_cover',
    })
    expect(resultsOf(document)).toMatchObject({
      NEI角膜染色评分: expect.arrayContaining([
        '未能判断 角膜被眼睑遮挡',
        '中央区未评分',
      ]) as string[],
      '严重度（0–4）': ['未能判断 角膜被眼睑遮挡'],
    })
    const missing =
      '未测量（角膜被眼睑遮挡）：严重度（0–4）、NEI总分（0–15）、NEI中央（0–3）、NEI上方（0–3）'
    expect(everything(document)).toContain(missing)
  })

  test('without fluorescein says why and holds no grade, no figure and no zero', () => {
    const none: SurfaceFindings = {
      ...stained,
      gradable: false,
      quality: {
        ...stained.quality,
        gradable: false,
        reasons: ['no_fluorescein'],
        standard: null,
        score: null,
      },
      quality_score: null,
      cornea: null,
      lesion_bool: null,
      lesion_type: null,
      staining: null,
      lesion_grade: null,
      lesion_severity: null,
      lesion_region: null,
      confidence: {},
    }
    const document = documentOf(none)
    expect(resultsOf(document)).toEqual({
      图像质量: [
        '不可判读',
        '未见荧光素染色或非钴蓝光照明，未评估染色',
        '图像不可判读，不给出疾病结果，建议重新拍摄。',
      ],
    })
    expect(document.sections.some(({ kind }) => kind === 'figures')).toBe(false)
  })
})
