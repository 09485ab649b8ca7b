import type { Language } from '../wire/constants.ts'
import { sayOf, type Say, type Texts } from '../wire/wording.ts'
import { LETTER_TEXTS } from './letter-texts.ts'
import { NEXT_STEP_TEXTS } from './next-step-texts.ts'
import { OUTCOME_TEXTS } from './outcome-texts.ts'
import { REPORT_TEXTS } from './texts.ts'

/** What reports and letters say whatever the kind of image. Findings say it too. */
export const REPORT_WORDS = {
  eye: {
    OD: ['右眼 OD', 'Right eye OD'],
    OS: ['左眼 OS', 'Left eye OS'],
    unknown: ['眼别未确定', 'Eye not determined'],
  },
  comma: ['、', '; '],
  warning: [
    '不能仅凭本产品结果进行临床决策。',
    'Clinical decisions must not be based on the results of this product alone.',
  ],
  opinion: {
    part: {
      conclusion: ['结论', 'Conclusion'],
      advice: ['建议', 'Advice'],
      basis: ['依据', 'Basis'],
      limits: ['局限', 'Limits'],
    },
  },
  next_step: NEXT_STEP_TEXTS,
  letter: LETTER_TEXTS,
  outcome: OUTCOME_TEXTS,
  report: REPORT_TEXTS,
} as const satisfies Texts

export const reportSay = (language: Language): Say => sayOf(REPORT_WORDS, language)
