import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { Picture } from '../../image.ts'
import { drawFundus } from '../../phantom/index.ts'
import { MODELS, THREADS } from '../../testing/files.ts'
import { OVERLAID } from '../../testing/overlaid-pictures.ts'
import { compressed } from '../../testing/whole-pictures.ts'
import { analyseFundus } from '../analyse.ts'
import { loadModels } from '../models.ts'
import { draftOpinion } from '../opinion/index.ts'

const models = await loadModels(MODELS, THREADS)
afterAll(() => models.close())

async function found({ width, height, rgb }: Picture) {
  const raw = sharp(rgb, { raw: { width, height, channels: 3 } })
  return (await analyseFundus(await raw.png({ compressionLevel: 1 }).toBuffer(), models)).findings
}

const eye = drawFundus(4, { width: 900, eye: 'OD' }).image

test.each(Object.entries(OVERLAID))('%s: not judged, and named so', async (kind, make) => {
  const picture = await make(eye, eye)
  // A grid may leave too little of a retina to know one by.
  const names = kind.includes('grid') ? ['overlaid', 'surrounded', 'not_fundus'] : ['overlaid']
  for (const shown of [picture, await compressed(picture, 80)]) {
    const findings = await found(shown)
    expect(findings).toMatchObject({ gradable: false, dr_grade: null, lesions: null, vcdr: null })
    expect(names).toContain(findings.quality.reasons[0])
  }
})

test('what is drawn over an eye is named in the draft, with what to do', async () => {
  const make = OVERLAID['under a ruler']
  const findings = make && (await found(await make(eye, eye)))
  if (!findings) throw new Error('nothing was made')
  const sitting = [{ index: 0, eye: 'OD' as const, findings }]
  const [zh, en] = [draftOpinion(sitting, 0, 'zh-CN'), draftOpinion(sitting, 0, 'en')]
  expect(zh).toContain('视野内有叠加的线条、圆环、文字或其他图像')
  expect(zh).toContain('建议上传未叠加标注的原图，或重新拍摄')
  expect(en).toContain(
    'Upload of the original without annotations, or a repeat photograph, advised',
  )
})

test('an eye with bright lesions and a sharp caption beside the field is not said to be drawn over', async () => {
  const { image } = drawFundus(9, { width: 900, lesions: true, caption: 'OD 2026-03-04 12:11' })
  expect((await found(image)).quality.reasons).not.toContain('overlaid')
})
