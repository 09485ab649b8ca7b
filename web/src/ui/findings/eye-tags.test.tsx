import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { EyeTags } from './eye-tags.tsx'

afterEach(cleanup)

test('an eye without a photograph is not called missing beside photographs whose eye is unknown', async () => {
  const none = {
    stage: null,
    stage_index: null,
    found: null,
    machine: null,
    treated: null,
    oedema: null,
    referral: null,
    contradicts: false,
    reasons: [],
    gradable: 0,
  }
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
