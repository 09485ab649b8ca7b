import type { EyeSummary } from '@mingmou/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { EyeTags } from './eye-tags.tsx'

afterEach(cleanup)

const none = {
  stage: null,
  at_least: null,
  lesions: false,
  found: null,
  machine: null,
  treated: null,
  referral: null,
  contradicts: false,
  reasons: [],
  gradable: 0,
  stated: [],
}

test('a treated eye without lesions is told no stage, unless a clinician stated it', async () => {
  const treated = { ...none, photographs: 1, gradable: 1, treated: 'scars' as const, stage: 0 }
  const told = async (traits: Partial<EyeSummary>) => {
    cleanup()
    await show(<EyeTags eyes={[{ ...treated, eye: 'OD', ...traits }]} />, 'findings')
    return screen.getByText(/OD/).textContent
  }
  expect(await told({})).toBe('OD 无达到分级标准的病灶，疑似激光治疗后')
  expect(await told({ stated: ['stage'] })).toBe('OD 0 级，疑似激光治疗后')
  expect(await told({ treated: null })).toBe('OD 0 级')
})

test('an eye without a stage in which lesions were found is told to have them', async () => {
  const judged = { ...none, eye: 'OD' as const, photographs: 2, gradable: 2 }
  const told = async (traits: { at_least?: number; lesions?: boolean }) => {
    cleanup()
    await show(<EyeTags eyes={[{ ...judged, ...traits }]} />, 'findings')
    return screen.getByText(/OD/).textContent
  }
  expect(await told({})).toBe('OD 未能分级')
  expect(await told({ lesions: true })).toBe('OD 未能分级，有疑似病灶')
  expect(await told({ lesions: true, at_least: 2 })).toBe('OD 未能分级，至少 2 级')
})

test('an eye without a photograph is not called missing beside photographs whose eye is unknown', async () => {
  const eyes = (unknown: number) => [
    { ...none, eye: 'OD' as const, photographs: 1 },
    { ...none, eye: 'OS' as const, photographs: 0 },
    ...(unknown > 0 ? [{ ...none, eye: null, photographs: unknown }] : []),
  ]
  await show(<EyeTags eyes={eyes(0)} />, 'findings')
  expect(screen.getByText('缺 OS')).toBeTruthy()
  cleanup()
  await show(<EyeTags eyes={eyes(1)} />, 'findings')
  expect(screen.getByText('OD 不可判读')).toBeTruthy()
  expect(screen.queryByText(/缺/)).toBeNull()
})
