import { FundusFindings } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { findingsJson } from './stored-findings.ts'

/** The shape that the first version wrote. */
const OLD = {
  modality: 'fundus',
  file: { sha256: 'a'.repeat(64), width: 800, height: 600 },
  gradable: true,
  quality_score: 0.9,
  quality: {
    gradable: true,
    reasons: [],
    score: 0.9,
    sharpness: 0.8,
    brightness: 0.4,
    contrast: 0.1,
    underexposed: 0,
    overexposed: 0,
    field: { centre: [400, 300], diameter_px: 590, inside_frame: 1, area_px: 273_397 },
    standard: true,
  },
  eye: null,
  eye_confidence: null,
  disc_centre: null,
  fovea_centre: null,
  vcdr: null,
  dr_grade: null,
  dr_referable_probability: null,
  lesion_bool: null,
  vessel: {
    density: 11,
    length_density: 0.02,
    diameter: 5,
    length: 5000,
    fractal_dimension: 1.5,
    tortuosity: 0.05,
    curvature: 0.01,
    segments: 40,
  },
  not_measured: { eye: 'not_implemented', vcdr: 'not_implemented' },
  model_versions: { vessels: '1.0.0 8e56c4d64e48' },
}

test('an analysis of an earlier version can still be read, and says what it did not measure', () => {
  const read = findingsJson.read(OLD as object)
  expect(FundusFindings.parse(read)).toEqual(read)
  expect(read).toMatchObject({
    vessel: { ...OLD.vessel, calibre: null },
    disc: null,
    confidence: {},
  })
  expect(read.not_measured).toMatchObject({
    eye: 'not_implemented',
    disc: 'not_implemented',
    'vessel.calibre': 'not_implemented',
  })
})

test('an analysis from before lesions were told apart says of none how many it left out', () => {
  const old = JSON.stringify(SAMPLE_FINDINGS).replace(/"(near_)?uncounted":\d+,/g, '')
  expect(old).not.toContain('uncounted')
  const read = findingsJson.read(JSON.parse(old) as object)
  expect((read as FundusFindings).lesions?.haemorrhages).toEqual({
    ...SAMPLE_FINDINGS.lesions?.haemorrhages,
    uncounted: null,
  })
})

test('an analysis from before every stage had a chance says none', () => {
  const { stages, ...dr } = SAMPLE_FINDINGS.dr ?? { stages: null }
  expect(stages).toHaveLength(5)
  const read = findingsJson.read({ ...SAMPLE_FINDINGS, dr } as object) as FundusFindings
  expect(FundusFindings.parse(read).dr).toEqual({ ...SAMPLE_FINDINGS.dr, stages: null })
})

test('an analysis from before the field was judged does not say what it shows', () => {
  const { shows, ...old } = SAMPLE_FINDINGS
  expect(shows).not.toBeNull()
  const read = findingsJson.read({ ...old, version: 1 })
  expect(FundusFindings.parse(read)).toEqual({
    ...SAMPLE_FINDINGS,
    shows: null,
    not_measured: { ...SAMPLE_FINDINGS.not_measured, shows: 'not_implemented' },
  })
})

test('what was whole before it carried a version stays as it was written', () => {
  expect(findingsJson.read(SAMPLE_FINDINGS as object)).toEqual(SAMPLE_FINDINGS)
})

test('what is written is read as it was, and of a later version of the program not at all', () => {
  const stored = JSON.parse(findingsJson.write(SAMPLE_FINDINGS)) as { version: number }
  expect(findingsJson.read(stored)).toEqual(SAMPLE_FINDINGS)
  expect(() => findingsJson.read({ ...stored, version: stored.version + 1 })).toThrow('newer')
})
