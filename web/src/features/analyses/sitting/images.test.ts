import type { DataOf, Eye, fundusAnalysis } from '@mingmou/contract'
import { describe, expect, it } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { bothEyesOf, chosenOf } from './both-eyes.ts'
import { asFaced } from '../../../ui/eye-viewer/as-faced.ts'
import { besideOf, eyeHints, stripImages } from './images.ts'
import { saysMore, withProgress } from '../events.ts'

type AnalysisResult = DataOf<typeof fundusAnalysis.result>
type AnalysedImage = AnalysisResult['left'][number]

const plain = (image_index: number) => ({
  image_index,
  file_name: `${image_index}.jpg`,
  width: 10,
  height: 10,
  image_url: '',
  thumb_url: '',
})
const analysed = (image_index: number, eye: Eye | null): AnalysedImage => ({
  ...plain(image_index),
  eye,
  eye_confidence: null,
  eye_source: eye && 'machine',
  machine_eye: eye,
  of_eye: null,
  quality: null,
  overlays: [],
  data: null,
  judgements: [],
  drawings: [],
  drawn: null,
  error: null,
  opinion: '',
  model_versions: {},
  reports: [],
})
const id = '01900000-0000-7000-8000-000000000001'
const result = (images: AnalysedImage[]): AnalysisResult => ({
  analysis_record_id: id,
  image_id: id,
  anal_id: id,
  can_add_diagnose: true,
  status: 'running',
  progress: 0.5,
  stage: 'vessels',
  looks: [],
  reason: null,
  patient_opinion: null,
  treatments: [],
  reports: [],
  right: images.filter(({ eye }) => eye === 'OD'),
  left: images.filter(({ eye }) => eye === 'OS'),
  other: images.filter(({ eye }) => eye === null),
})
const archive = {
  rid: id,
  pid: id,
  record_date: '2024-01-01',
  collect_device: 'x',
  img_type: 1 as const,
  created_at: '2024-01-01T00:00:00Z',
  images: [0, 1, 2].map((at) => ({ ...plain(at), filed_as: [], filed_from: null })),
}

describe('the pictures of a sitting', () => {
  const images = [analysed(2, 'OD'), analysed(0, 'OS'), analysed(1, null)]

  it('stand as OD, OS, then those of no known eye', () => {
    expect(stripImages(result(images), archive).map(({ image_index }) => image_index)).toEqual([
      2, 0, 1,
    ])
  })

  it('are all there before an analysis, and those it has not reached while it runs', () => {
    expect(stripImages(undefined, archive)).toHaveLength(3)
    expect(stripImages(result([analysed(1, 'OD')]), archive)).toHaveLength(3)
  })

  it('put the fellow eye beside an eye, right on the left', () => {
    const strip = stripImages(result(images), archive)
    const left = strip.find(({ eye }) => eye === 'OS')
    const right = strip.find(({ eye }) => eye === 'OD')
    if (!left || !right) throw new Error('both eyes are in the strip')
    expect(besideOf(strip, left)).toBe(right)
    expect(asFaced(left, right)).toEqual([right, left])
  })

  it('put the next picture beside one of no known eye, and nothing beside a single one', () => {
    const strip = stripImages(undefined, archive)
    const [first] = strip
    if (!first) throw new Error('the strip has pictures')
    expect(besideOf(strip, first)?.image_index).toBe(1)
    expect(besideOf([first], first)).toBeUndefined()
  })
})

describe('the progress of an analysis', () => {
  const event = { analysis_record_id: id, done: 3, total: 4, stage: 'measures' as const }

  it('moves on with each event', () => {
    expect(withProgress(result([]), event)).toMatchObject({ progress: 0.75, stage: 'measures' })
  })

  it('does not fall back when events overtake each other', () => {
    expect(withProgress(result([]), { ...event, done: 1 }).progress).toBe(0.5)
  })

  it('is fetched again where more images were looked at than are told', () => {
    const look = { image_index: 0, gradable: true, reasons: [] }
    const told = { ...result([]), looks: [look] }
    expect(saysMore({ ...event, looks: 2 }, told)).toBe(true)
    expect(saysMore({ ...event, looks: 1 }, told)).toBe(false)
    expect(saysMore(event, told)).toBe(false)
    expect(saysMore({ ...event, looks: 2 }, { ...told, status: 'done' })).toBe(false)
    expect(saysMore({ ...event, looks: 2, analysis_record_id: 'another' }, told)).toBe(false)
  })

  it('does not wake an analysis that ended', () => {
    const ended = { ...result([]), status: 'cancelled' as const }
    expect(withProgress(ended, event)).toBe(ended)
  })
})

describe('what is said of the eyes of a sitting', () => {
  const image = (index: number, eye: Eye | null, more: Partial<AnalysedImage> = {}) => ({
    ...analysed(index, eye),
    data: { ...SAMPLE_FINDINGS, eye },
    ...more,
  })
  const hints = (...images: AnalysedImage[]) => eyeHints(result(images))

  it('is nothing where both are there', () => {
    expect(hints(image(0, 'OD'), image(1, 'OS'))).toEqual([])
  })

  it('names the eye that is missing, but not where one photograph may be of it', () => {
    expect(hints(image(0, 'OS'), image(1, 'OS'))).toEqual([
      { kind: 'only', eye: 'OS', other: 'OD' },
    ])
    expect(hints(image(0, 'OS'), image(1, null))).toEqual([])
    expect(hints(image(0, null))).toEqual([])
  })

  it.each([
    ['1234_OD.jpg', true],
    ['od-2.jpg', true],
    ['left_OS.png', false],
    ['cod.jpg', false],
    ['model.jpg', false],
  ])('compares what the file name %s says with the machine', (file_name, differs) => {
    const both = hints(image(0, 'OD'), image(1, 'OS', { file_name }))
    const hint = { kind: 'differs', source: 'name', number: 2, label: 'OD', eye: 'OS' }
    expect(both).toEqual(differs ? [hint] : [])
  })

  it.each(['file', 'clinician'] as const)(
    'compares the eye that the %s stated with the machine, and says who stated it',
    (source) => {
      const stated = image(0, 'OD', { eye_source: source, machine_eye: 'OS' })
      expect(hints(stated, image(1, 'OS'))).toEqual([
        { kind: 'differs', source, number: 1, label: 'OD', eye: 'OS' },
      ])
    },
  )
})

describe('the photographs of a report of both eyes', () => {
  const qualityOf = (score: number) => ({ ...SAMPLE_FINDINGS.quality, gradable: true, score })
  const graded = (
    image_index: number,
    eye: Eye,
    dr_grade: 0 | 2,
    score: number,
  ): AnalysedImage => ({
    ...analysed(image_index, eye),
    data: { ...SAMPLE_FINDINGS, dr_grade, quality: qualityOf(score) },
  })
  const eyes = bothEyesOf(
    result([
      graded(0, 'OS', 0, 0.9),
      graded(1, 'OS', 2, 0.5),
      graded(2, 'OD', 0, 0.6),
      graded(3, 'OD', 0, 0.8),
    ]),
    'fundus',
  )

  it('are the worst of an eye, of equals the best in quality, unless the clinician chose another', () => {
    const shown = (picked: Partial<Record<Eye, number>>) =>
      eyes && (['OD', 'OS'] as const).map((eye) => chosenOf(eyes, eye, picked).image_index)
    expect(shown({})).toEqual([3, 1])
    expect(shown({ OS: 0 })).toEqual([3, 0])
  })

  it('are none where an eye has no gradable one', () => {
    expect(bothEyesOf(result([graded(0, 'OS', 0, 0.9), analysed(1, 'OD')]), 'fundus')).toBeNull()
  })

  it('of one stage put the one with suspected oedema first, then the one more suspected of glaucoma', () => {
    const { dr } = SAMPLE_FINDINGS
    const clear = { dr: dr && { ...dr, macular_oedema: false } }
    const worse = {
      oedema: { dr: dr && { ...dr, macular_oedema: true }, glaucoma: null },
      suspect: { ...clear, glaucoma: { band: 'suspect' as const, signs: [] } },
      plain: { ...clear, glaucoma: { band: 'low' as const, signs: [] } },
    }
    const shown = (index: number, score: number, found: Partial<typeof SAMPLE_FINDINGS>) => {
      const image = graded(index, 'OD', 2, score)
      return {
        ...image,
        data: { ...SAMPLE_FINDINGS, quality: qualityOf(score), dr_grade: 2 as const, ...found },
      }
    }
    const both = bothEyesOf(
      result([
        shown(0, 0.9, worse.plain),
        shown(1, 0.8, worse.suspect),
        shown(2, 0.5, worse.oedema),
        graded(3, 'OS', 0, 0.9),
      ]),
      'fundus',
    )
    expect(both?.OD.map(({ image_index }) => image_index)).toEqual([2, 1, 0])
  })
})
