import { expect, test } from 'vitest'
import type { ReportedEye } from '../../report/data.ts'
import { upgradeReport } from './earlier.ts'

const OD = { eye: 'OD', referral: 'none', reasons: [], oedema: false, glaucoma: 'low' }
const correction = (name: string, value: unknown) => ({ name, value, machine: null, reason: '' })

/** The outcome of the right eye in a report from before outcomes said what is stated and what was looked for. */
function readEarlier(outcome: object, shown: object): ReportedEye | undefined {
  const photograph = {
    eye: 'OD',
    DR: { stage: null },
    lesion: { measures: null },
    not_measured: {},
    corrections: [],
    ...shown,
  }
  const read = upgradeReport({ ...photograph, outcomes: [{ ...OD, ...outcome }] })
  return (read['outcomes'] as ReportedEye[])[0]
}

test('an earlier report keeps as stated what its photographs have as corrected, and not what the machine has otherwise', () => {
  const machine = { stage: 2, referral: 'referable', oedema: false }
  const corrections = [correction('oedema', false), correction('stage', 3)]
  const read = readEarlier({ stage: 1, machine }, { corrections })
  expect(read?.stated).toEqual(['oedema'])
  // The machine never asks for nothing at stage 2: somebody said so of a photograph that is not shown.
  expect(readEarlier({ stage: 2, machine }, {})?.stated).toEqual(['referral'])
})

test('an earlier report says of other disease, and of lesions without a stage, what its photographs say', () => {
  const none = { suspected: false, kinds: [], scars: false }
  expect(readEarlier({ stage: 0 }, {})?.other_disease).toBeNull()
  expect(readEarlier({ stage: 0 }, { other_disease: none })?.other_disease).toBe(false)
  expect(readEarlier({ stage: 0, other_index: 3 }, {})?.other_disease).toBe(true)
  const counted = (n: number) => ({
    measures: Object.fromEntries(
      ['microaneurysms', 'haemorrhages', 'hard_exudates', 'soft_exudates'].map((kind) => [
        kind,
        { count: n },
      ]),
    ),
  })
  expect(readEarlier({ stage: null }, { lesion: counted(2) })?.lesions).toBe(true)
  expect(readEarlier({ stage: null }, { lesion: counted(0) })?.lesions).toBe(false)
  expect(readEarlier({ stage: null }, { DR: { stage: 1 } })?.at_least).toBe(1)
  expect(readEarlier({ stage: 2 }, { DR: { stage: 1 }, lesion: counted(2) })).toMatchObject({
    at_least: null,
    lesions: false,
  })
})
