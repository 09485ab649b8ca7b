import type { FundusFindings, ReportedEye } from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DiscCard } from '../../../modalities/fundus/disc-card.tsx'
import { GradeCard } from '../../../modalities/fundus/grade-card.tsx'
import { show } from '../../../testing/render.tsx'

const TEXTS = ['analyses', 'findings']
const nowhere = { canShow: () => false, onShow: () => undefined }

afterEach(cleanup)

const eyeOfSitting: ReportedEye = {
  eye: 'OD',
  stage: 2,
  stage_index: 1,
  at_least: null,
  lesions: false,
  open_index: null,
  referral: 'referable',
  reasons: [],
  oedema: true,
  oedema_index: 1,
  treated: null,
  glaucoma: 'high',
  glaucoma_index: 1,
  other_disease: true,
  other_index: 1,
  stated: [],
  machine: null,
}
/** Three photographs are judged; this one shows nothing. */
const ofEye = (traits: Partial<ReportedEye> = {}) => ({
  image_index: 0,
  of_eye: { ...eyeOfSitting, ...traits },
})
const nothing: FundusFindings = {
  ...SAMPLE_FINDINGS,
  dr_grade: 0,
  dr: SAMPLE_FINDINGS.dr && {
    ...SAMPLE_FINDINGS.dr,
    rule: 'no_lesion',
    referable: false,
    macular_oedema: false,
    stages: [0.9, 0.08, 0.01, 0.005, 0.005],
  },
  glaucoma: { band: 'low', signs: [] },
}

test('the cards of a photograph say where its eye is judged otherwise by the others', async () => {
  await show(<GradeCard findings={nothing} place={ofEye()} />, ...TEXTS)
  for (const text of [
    '该眼另一张照片更重：ICDR 2级（第2张）',
    '该眼另一张照片疑似黄斑水肿（第2张）',
    '该眼另一张照片疑似其他异常（第2张）',
  ])
    expect(screen.getByText(text)).toBeTruthy()
  cleanup()
  const reasons: ReportedEye['reasons'] = [{ reason: 'contradiction', referral: 'review' }]
  await show(<GradeCard findings={nothing} place={ofEye({ reasons })} />, ...TEXTS)
  expect(screen.getByText('该眼的照片分级矛盾，须进一步检查')).toBeTruthy()
  cleanup()
  const open = { stage: null, stage_index: null, open_index: 2 }
  await show(<GradeCard findings={nothing} place={ofEye(open)} />, ...TEXTS)
  expect(screen.getByText(/第3张照片不能排除更重的病变，该眼未能分级/)).toBeTruthy()
  cleanup()
  await show(<DiscCard findings={nothing} eye="OD" place={ofEye()} {...nowhere} />, ...TEXTS)
  expect(screen.getByText('该眼另一张照片青光眼可疑度更高：高度可疑（第2张）')).toBeTruthy()
  cleanup()
  // One that could not be judged is not said to be less suspicious.
  const blind = { ...nothing, glaucoma: null }
  const low = ofEye({ glaucoma: 'low' })
  await show(<DiscCard findings={blind} eye="OD" place={low} {...nowhere} />, ...TEXTS)
  expect(screen.getByText(/^该眼青光眼可疑度按第2张判定：低/)).toBeTruthy()
})

test('beside the stage of a treated eye stands no chance, whichever of its photographs shows the treatment', async () => {
  const alone = { stage: 0, stage_index: 0, oedema_index: null, other_index: null }
  const shown = async (treated: ReportedEye['treated']) => {
    cleanup()
    await show(<GradeCard findings={nothing} place={ofEye({ ...alone, treated })} />, ...TEXTS)
    return {
      chance: screen.queryByText(/2级以下 98%/) !== null,
      bar: screen.queryByRole('img') !== null,
      border: screen.queryByText(/界限/) !== null,
    }
  }
  expect(await shown(null)).toMatchObject({ chance: true, bar: true })
  for (const treated of ['prp', 'scars'] as const)
    expect(await shown(treated)).toEqual({ chance: false, bar: false, border: false })
  expect(screen.getByText(/不能判定为无糖网病变/)).toBeTruthy()
})
