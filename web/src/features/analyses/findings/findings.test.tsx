import {
  type AnalysedImage,
  type AnalysisResult,
  findingMeasures,
  FUNDUS_FIGURES,
  type FundusFindings,
  type Measure,
} from '@mingmou/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { show } from '../../../testing/render.tsx'
import { FiguresCard } from '../../../ui/findings/figures.tsx'
import { useViewer, type Viewer } from '../../../ui/eye-viewer/use-viewer.ts'
import { OfModality } from '../../../modalities/use-modality.ts'
import { DiscCard } from '../../../modalities/fundus/disc-card.tsx'
import { GradeCard } from '../../../modalities/fundus/grade-card.tsx'
import { EyeCard } from './eye-card.tsx'
import { ImageFindings } from './image-findings.tsx'
import type { Scope } from '../opinion/report-scope.tsx'
import { useEarly } from '../opinion/use-early.ts'
import { QualityCard } from './quality-card.tsx'

const TEXTS = ['analyses', 'findings']
const { quality } = SAMPLE_FINDINGS
const vesselRows = (findings: FundusFindings) => findingMeasures(FUNDUS_FIGURES, findings, 'vessel')
const nowhere = { canShow: () => false, onShow: () => undefined }

afterEach(cleanup)

const row = (name: string | RegExp) => {
  const found = screen.getByRole('rowheader', { name }).closest('tr')
  if (!found) throw new Error(`no row ${String(name)}`)
  return within(found)
}

test('a figure stands with its unit and spread, and with the range a source gives', async () => {
  await show(<FiguresCard title="" rows={vesselRows(SAMPLE_FINDINGS)} {...nowhere} />, ...TEXTS)
  expect(row('血管密度（占视野）').getByText('8.44 ± 0.21%')).toBeTruthy()
  expect(row('动脉等效管径 CRAE').getByText('11.42 px')).toBeTruthy()
  const avr = row(/^动静脉比 AVR/)
  expect(avr.getByText('0.70 ± 0.04')).toBeTruthy()
  expect(avr.getByText(/^参考：同一测法在\d+张健康照片上的范围0\.\d\d–0\.\d\d/)).toBeTruthy()
  expect(avr.queryByText(/低于参考/)).toBeNull()
})

test('a figure outside its range is marked, with what that may mean', async () => {
  const { vessel } = SAMPLE_FINDINGS
  const calibre = vessel?.calibre ? { ...vessel.calibre, avr: 0.42 } : null
  const findings = { ...SAMPLE_FINDINGS, vessel: vessel && { ...vessel, calibre } }
  await show(<FiguresCard title="" rows={vesselRows(findings)} {...nowhere} />, ...TEXTS)
  const avr = row(/^动静脉比 AVR/)
  expect(avr.getByText(/^低于参考，见于动脉变窄或静脉扩张/)).toBeTruthy()
  expect(avr.getByRole('cell').getAttribute('data-outside')).toBe('below')
})

test('a figure outside its range by less than its spread is not marked, and is said to be not judged', async () => {
  const { vessel } = SAMPLE_FINDINGS
  const low = FUNDUS_FIGURES.at('vessel.calibre.avr').norm?.low ?? 0
  const calibre = vessel?.calibre ? { ...vessel.calibre, avr: low - 0.03 } : null
  const findings = { ...SAMPLE_FINDINGS, vessel: vessel && { ...vessel, calibre } }
  await show(<FiguresCard title="" rows={vesselRows(findings)} {...nowhere} />, ...TEXTS)
  const avr = row(/^动静脉比 AVR/)
  expect(avr.getByText('与参考之差未超出误差，不作判断')).toBeTruthy()
  expect(avr.queryByText(/低于参考|动脉变窄/)).toBeNull()
  expect(avr.getByRole('cell').hasAttribute('data-outside')).toBe(false)
})

test('figures in pixels are folded away where no scale is known, and stand open where one is', async () => {
  const folded = () => screen.queryByText('动脉等效管径 CRAE')?.closest('details') !== null
  await show(<FiguresCard title="" rows={vesselRows(SAMPLE_FINDINGS)} {...nowhere} />, ...TEXTS)
  expect(folded()).toBe(true)
  cleanup()
  const scale = { mm_per_px: 0.014, source: 'stated' as const }
  await show(
    <FiguresCard title="" rows={vesselRows({ ...SAMPLE_FINDINGS, scale })} {...nowhere} />,
    ...TEXTS,
  )
  expect(folded()).toBe(false)
})

test('what was not measured is named with its reason, and has no number', async () => {
  const findings: FundusFindings = {
    ...SAMPLE_FINDINGS,
    vcdr: null,
    disc: null,
    glaucoma: null,
    not_measured: { vcdr: 'no_disc', disc: 'no_disc', glaucoma: 'uncertain' },
  }
  await show(<DiscCard findings={findings} eye="OD" {...nowhere} />, ...TEXTS)
  expect(screen.getByText(/^未测量（未找到视盘）：垂直杯盘比、/)).toBeTruthy()
  expect(screen.getByText('结果不确定')).toBeTruthy()
  expect(screen.getByText('未能判断')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a figure whose layer is there can be shown on the picture', async () => {
  const shown: Measure[] = []
  await show(
    <FiguresCard
      title=""
      rows={vesselRows(SAMPLE_FINDINGS)}
      canShow={({ layer }) => layer === 'vessels'}
      onShow={(measure) => shown.push(measure)}
    />,
    ...TEXTS,
  )
  await userEvent.click(screen.getByRole('button', { name: '迂曲度（弧弦比−1）' }))
  expect(shown.map(({ layer }) => layer)).toEqual(['vessels'])
  expect(screen.queryByRole('button', { name: '动脉密度' })).toBeNull()
})

test('the disc is told as suspected, with what raised the suspicion and the rim by clock hour', async () => {
  await show(<DiscCard findings={SAMPLE_FINDINGS} eye="OS" {...nowhere} />, ...TEXTS)
  expect(screen.getByText(/青光眼可疑度：临界，需观察/)).toBeTruthy()
  expect(screen.getByText('垂直杯盘比偏大、盘沿不符合ISNT规律')).toBeTruthy()
  expect(screen.getByRole('img', { name: /12点 0\.17; 1点 0\.18;.*11点 0\.15/ })).toBeTruthy()
  expect(screen.getByText(/未知毫米比例尺/)).toBeTruthy()
})

test('low suspicion says that it does not exclude glaucoma, and its confidence is that of the ratio', async () => {
  const low: FundusFindings = {
    ...SAMPLE_FINDINGS,
    vcdr: 0.36,
    glaucoma: { band: 'low', signs: [] },
    confidence: { vcdr: { level: 0.76, spread: 0.085 } },
  }
  await show(<DiscCard findings={low} eye="OS" {...nowhere} />, ...TEXTS)
  const shown = screen.getByText(/^青光眼可疑度：/)
  expect(shown.textContent).toBe('青光眼可疑度：低（不能排除青光眼） 杯盘比置信度中（76%）')
})

test('without a grade there is no grade, not grade 0', async () => {
  const findings = { ...SAMPLE_FINDINGS, dr_grade: null, dr: null, dr_referable_probability: null }
  await show(<GradeCard findings={findings} />, ...TEXTS)
  expect(screen.getByText('未能分级')).toBeTruthy()
  expect(screen.queryByText(/级 ·|未测量/)).toBeNull()
})

test('a photograph too small for lesions has a probability that claims none', async () => {
  const unknown = { dr_grade: null, dr: null, lesions: null }
  const findings = { ...SAMPLE_FINDINGS, ...unknown, dr_referable_probability: 0.31 }
  await show(<GradeCard findings={findings} />, ...TEXTS)
  expect(
    screen.getByText(
      /^未能分级，不能排除糖尿病视网膜病变：照片过小，病灶无法逐一判定；需转诊概率31%/,
    ),
  ).toBeTruthy()
  expect(screen.getByText('须进一步检查')).toBeTruthy()
})

test('a grade stands with its rule, what was decided and the signs it did not look at', async () => {
  await show(<GradeCard findings={SAMPLE_FINDINGS} />, ...TEXTS)
  expect(screen.getByText(/2 级 · 疑似中度非增殖期/)).toBeTruthy()
  expect(screen.getByText('2级或更重 87%')).toBeTruthy()
  expect(screen.getByText(/^依据：除微动脉瘤外，另有疑似出血、硬性渗出/)).toBeTruthy()
  const bar = screen.getByRole('img', { name: '各级概率：0级8%、1级5%、2级62%、3级17%、4级8%' })
  expect([...bar.children].map((child) => child.getAttribute('data-decided'))).toEqual([
    ...['false', 'false', 'true', 'true', 'true'],
  ])
  expect(screen.getByText(/疑似黄斑水肿/)).toBeTruthy()
  expect(screen.getByText(/未评估的征象：静脉串珠、.*新生血管/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a treated eye says so beside the stage, and is not told to have no retinopathy', async () => {
  const { dr } = SAMPLE_FINDINGS
  const well: FundusFindings = {
    ...SAMPLE_FINDINGS,
    dr_grade: 0,
    treated: 'prp',
    dr: dr && { ...dr, rule: 'no_lesion', referable: false, macular_oedema: false },
  }
  const days = { start_date: '2021-03-04', end_date: null }
  const record = { treatment: 'injection' as const, eye: null, ...days, source: '糖网：注药' }
  await show(<GradeCard findings={well} treatments={[record]} />, ...TEXTS)
  expect(screen.getByText(/^已治疗（全视网膜光凝） · .*不能判定为无糖网病变/)).toBeTruthy()
  expect(screen.queryByText(/未见糖尿病视网膜病变征象/)).toBeNull()
  expect(screen.getByText('须进一步检查')).toBeTruthy()
  expect(screen.getByText(/^玻璃体腔注药（眼别未记录，2021-03-04起）/)).toBeTruthy()
  expect(screen.getByText('并发症记录：糖网：注药')).toBeTruthy()
  cleanup()
  const open = { ...well, dr_grade: null, dr: null, dr_referable_probability: null }
  await show(<GradeCard findings={open} />, ...TEXTS)
  expect(screen.getByText('已治疗（全视网膜光凝）')).toBeTruthy()
})

test('a grade near a border says so beside it, and one far from it does not', async () => {
  const { dr } = SAMPLE_FINDINGS
  const near = /^接近2级与3级的界限/
  await show(<GradeCard findings={SAMPLE_FINDINGS} />, ...TEXTS)
  expect(screen.queryByText(near)).toBeNull()
  cleanup()
  const stages = [0, 0, 0.45, 0.35, 0.2]
  await show(<GradeCard findings={{ ...SAMPLE_FINDINGS, dr: dr && { ...dr, stages } }} />, ...TEXTS)
  expect(screen.getByText(near)).toBeTruthy()
})

test('evidence that conflicts is one sentence that excludes nothing, and no claim of referral', async () => {
  const { dr, not_measured } = SAMPLE_FINDINGS
  const findings: FundusFindings = {
    ...SAMPLE_FINDINGS,
    dr_grade: null,
    dr_referable_probability: 0.02,
    dr: dr && { ...dr, agreed: false },
    not_measured: { ...not_measured, dr_grade: 'evidence_conflicts' },
  }
  await show(<GradeCard findings={findings} />, ...TEXTS)
  expect(screen.getByText('未能分级')).toBeTruthy()
  expect(screen.getByText('须进一步检查')).toBeTruthy()
  expect(screen.getByText(/^未能分级，不能排除.*需转诊概率为2%，两者不一致。$/)).toBeTruthy()
  expect(screen.queryByText('疑似需转诊')).toBeNull()
})

test('a picture that cannot be judged says why', async () => {
  const reasons: AnalysedImage['quality'] = {
    ...quality,
    gradable: false,
    reasons: ['blurred', 'too_dark'],
    standard: false,
  }
  await show(<QualityCard quality={reasons} />, ...TEXTS)
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('图像不可判读')
  expect(alert.textContent).toContain('图像模糊、图像过暗')
  expect(screen.getByText('不符合拍摄标准')).toBeTruthy()
})

const id = '01900000-0000-7000-8000-000000000001'
const image: AnalysedImage = {
  image_index: 0,
  file_name: 'eye.jpg',
  width: 1000,
  height: 800,
  eye: 'OD',
  eye_confidence: 0.98,
  eye_source: 'machine',
  machine_eye: 'OD',
  of_eye: null,
  image_url: '',
  thumb_url: '',
  quality,
  overlays: [{ name: 'microaneurysms', url: '', color: '#F43F5E' }],
  data: SAMPLE_FINDINGS,
  drawings: [],
  drawn: null,
  judgements: [
    { name: 'eye', machine: 'OD', corrections: [] },
    { name: 'stage', machine: 2, corrections: [] },
  ],
  error: null,
  opinion: '草稿',
  model_versions: {},
  reports: [],
}
const result: AnalysisResult = {
  analysis_record_id: id,
  image_id: id,
  anal_id: id,
  can_add_diagnose: true,
  status: 'done',
  progress: 1,
  stage: 'saving',
  looks: [],
  reason: null,
  patient_opinion: '双眼草稿',
  treatments: [],
  reports: [],
  right: [image],
  left: [],
  other: [],
}
const opinions = {
  textOf: (() => null) as (key: string) => string | null,
  stateOf: () => 'unchanged' as const,
  theirsOf: () => null,
  write: (() => undefined) as (key: string, text: string) => void,
  settle: () => undefined,
  flush: () => Promise.resolve(null),
  markSaved: () => undefined,
}

const scope: Scope = { of: 'both', picked: {} }

let viewer: Viewer | undefined
function Panel({ of, shared = opinions }: { of: AnalysedImage; shared?: typeof opinions }) {
  const state = useViewer()
  const kept = { ...shared, early: useEarly() }
  useEffect(() => {
    viewer = state
  })
  return (
    <ImageFindings
      pid={id}
      result={result}
      scope={scope}
      opinions={kept}
      onScope={() => undefined}
      image={of}
      viewer={state}
    />
  )
}

test('counts are ranges, and exact where a clinician drew the layer', async () => {
  const cells = (kind: string) => row(new RegExp(`^${kind}`)).getAllByRole('cell')
  await show(<Panel of={image} />, ...TEXTS)
  expect(cells('微动脉瘤')[0]?.textContent).toMatch(/^约\d+–\d+处$/)
  expect(cells('软性渗出')[0]?.textContent).toBe('未检出')
  expect(cells('硬性渗出')[1]?.textContent).toMatch(/^约\d+–\d+处$/)
  cleanup()
  const drawn: AnalysedImage = {
    ...image,
    drawings: [
      {
        drawing_id: id,
        layer: 'microaneurysms',
        withdrawn: false,
        clinician: '演示医生',
        made_at: '2024-03-01T00:00:00Z',
        earlier: false,
      },
    ],
    drawn: { state: 'measured', machine: SAMPLE_FINDINGS, overlays: [] },
  }
  await show(<Panel of={drawn} />, ...TEXTS)
  expect(cells('微动脉瘤')[0]?.textContent).toBe('7处')
  expect(cells('出血')[0]?.textContent).toMatch(/^约/)
})

test('a lesion is flown to and its layer switched on; the next click flies to the next', async () => {
  await show(<Panel of={image} />, ...TEXTS)
  const lesion = screen.getByRole('button', { name: '微动脉瘤' })
  await userEvent.click(lesion)
  expect(viewer?.state).toMatchObject({
    spot: { at: [380, 360], radius: 3 },
    off: { microaneurysms: false },
    views: { [`${id}/0`]: { x: 0.38, y: 0.45 } },
  })
  expect(viewer?.state.views[`${id}/0`]?.zoom).toBeGreaterThan(2.5)
  await userEvent.click(lesion)
  expect(viewer?.state.spot?.at).toEqual([402, 470])
  // A kind without lesions has nothing to fly to.
  expect(screen.queryByRole('button', { name: '软性渗出' })).toBeNull()
})

test('the findings stand in the order they are read in, and both eyes are told of together', async () => {
  await show(<Panel of={image} />, ...TEXTS)
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    '本次检查综合（1张照片，AI判定）',
    'eye.jpg',
    '图像质量',
    '糖尿病视网膜病变分级（ICDR）',
    '疑似病灶',
    '视盘与青光眼可疑度',
    '视网膜血管',
    '黄斑与视盘位置',
    '医生勾画',
    '医生更正',
    'AI判定（本张照片，草稿）',
    '医生意见',
  ])
  expect(screen.getByText('双眼草稿')).toBeTruthy()
})

test('of a picture that is not gradable no finding is shown', async () => {
  const bad = { ...quality, gradable: false, reasons: ['blurred' as const] }
  const data = { ...SAMPLE_FINDINGS, gradable: false, quality: bad }
  await show(<Panel of={{ ...image, quality: bad, data, judgements: [] }} />, ...TEXTS)
  expect(screen.getByText(/图像不可判读/)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByText(/级 ·/)).toBeNull()
})

function Written({ of }: { of: AnalysedImage }) {
  const [texts, setTexts] = useState<Record<string, string>>({})
  const textOf = (key: string) => texts[key] ?? ''
  const write = (key: string, text: string) => setTexts({ ...texts, [key]: text })
  return <Panel of={of} shared={{ ...opinions, textOf, write }} />
}

test('the clinician’s opinion starts empty, and no report is made of nothing', async () => {
  await show(<Written of={image} />, ...TEXTS)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '医生意见' }).value).toBe('')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '签发报告' }).disabled).toBe(true)
})

const drafted = { ...image, opinion: '结论\n疑似黄斑水肿。\n建议\n行OCT。\n依据\n见图。' }

test('what was typed stays above the draft, and what the opinion leaves out of it is struck', async () => {
  await show(<Written of={drafted} />, ...TEXTS)
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '医生意见' })
  await waitFor(() => expect(box.disabled).toBe(false))
  await userEvent.type(box, '患者诉视物模糊。')
  expect(screen.getByText('报告中将注明：由医生撰写')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '采用AI草稿' }))
  expect(box.value).toBe(`患者诉视物模糊。\n${drafted.opinion}`)
  await userEvent.clear(box)
  await userEvent.type(box, drafted.opinion.replace('见图。', '见原图。'))
  const struck = screen.getAllByRole('deletion').map(({ textContent }) => textContent)
  expect(struck).toEqual(['见图。'])
})

test('a draft taken over is said to be one until it is edited', async () => {
  await show(<Written of={drafted} />, ...TEXTS)
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '医生意见' })
  await waitFor(() => expect(box.disabled).toBe(false))
  await userEvent.click(screen.getByRole('button', { name: '采用AI草稿' }))
  // Whole, so that nothing of what it rests on and does not know is lost.
  expect(box.value).toBe(drafted.opinion)
  expect(screen.getByText('报告中将注明：AI草稿，未改动')).toBeTruthy()
  await userEvent.type(box, '同意。')
  expect(screen.getByText(/^报告中将注明：AI草稿，医生修改（改动约1\d%）/)).toBeTruthy()
})

test.each([
  ['fundus', 'AI未能判定，请选择'],
  ['surface', '这类图像不能显示眼别，请选择'],
  ['octa', '这类图像不能显示眼别，请选择'],
] as const)('of an image of %s without an eye it says why: %s', async (modality, words) => {
  const unknown = { ...image, eye: null, eye_confidence: null }
  await show(
    <OfModality value={modality}>
      <EyeCard recordId={id} image={unknown} />
    </OfModality>,
    ...TEXTS,
  )
  expect(screen.getByText((text) => text.endsWith(words))).toBeTruthy()
})
