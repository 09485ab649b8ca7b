import { expect, test } from 'vitest'
import { draftPatientOpinion } from './opinion.ts'

test('the draft of a sitting counts the scans of each eye that could not be read', () => {
  const sitting = (['OD', 'OD', 'OS'] as const).map((eye, index) => ({
    index,
    eye,
    findings: null,
  }))
  const text = draftPatientOpinion(sitting, 'zh-CN')
  expect(text).toContain('右眼2张，可判读0张')
  expect(text).toContain('左眼1张，可判读0张')
  expect(draftPatientOpinion(sitting, 'en')).toContain('gradable images 0 of 2')
})
