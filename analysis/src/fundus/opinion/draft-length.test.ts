import { GLAUCOMA_BANDS, type Eye, type FundusFindings } from '@mingmou/contract'
import { SAMPLE_FINDINGS as sample } from '@mingmou/contract/testing'
import { expect, test } from 'vitest'
import { alone, conflict, dr, partOf, sitting } from '../../testing/drafts.ts'
import { draftOpinion, draftPatientOpinion } from './index.ts'

test.each([
  [250, sample.other_disease],
  // Seldom found, and then both together are to be read.
  [
    350,
    {
      suspected: true,
      scars: true,
      kinds: ['macular_degeneration', 'pathological_myopia'],
    },
  ],
] as const)(
  'conclusion and advice stay within %i characters, whatever is found of both eyes',
  (most, found) => {
    const other_disease = found && { ...found, kinds: [...found.kinds] }
    const photographs = ([0, 1, 2, 3, 4, null] as const).flatMap((dr_grade) =>
      GLAUCOMA_BANDS.flatMap((band) =>
        [true, false].map((macular_oedema): FundusFindings => ({
          ...(dr_grade === null ? conflict : sample),
          dr_grade,
          dr: dr({
            macular_oedema,
            agreed: dr_grade !== null,
            referable: macular_oedema || (dr_grade ?? 0) > 1,
          }),
          glaucoma: { band, signs: [] },
          other_disease,
        })),
      ),
    )
    const short = (text: string | null) =>
      [...partOf(text, 'conclusion'), ...partOf(text, 'advice')].join('').replace(/\s/g, '')
    for (const [at, one] of photographs.entries()) {
      const other = photographs[(at * 7 + 3) % photographs.length] ?? one
      const tenth = sitting(
        ...Array.from({ length: 9 }, () => ['OS', other] as [Eye, FundusFindings]),
        ['OD', { ...one, vcdr: 0.95 }],
        ['OD', other],
      )
      for (const text of [
        draftOpinion(tenth, 9, 'zh-CN'),
        draftOpinion(tenth, 10, 'zh-CN'),
        draftPatientOpinion(tenth, 'zh-CN'),
        alone(one, 'zh-CN'),
      ])
        expect(short(text).length, text ?? '').toBeLessThanOrEqual(most)
    }
  },
)
