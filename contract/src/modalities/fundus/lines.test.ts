import { expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '../../testing/index.ts'
import { findingLines } from './lines.ts'

const namesOf = (reasons: typeof SAMPLE_FINDINGS.quality.reasons) =>
  findingLines({ ...SAMPLE_FINDINGS, quality: { ...SAMPLE_FINDINGS.quality, reasons } }).map(
    ({ name }) => name,
  )

test('the zones of the vessels are offered over a whole field, and not over the disc alone', () => {
  expect(namesOf([])).toContain('zones')
  expect(namesOf(['disc_alone'])).toContain('outlines')
  expect(namesOf(['disc_alone'])).not.toContain('zones')
})
