import {
  LANGUAGES,
  letterDocument,
  LETTERS,
  type ReportedEye,
  type SignedStep,
} from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { expect, test } from 'vitest'
import { pdfPages } from '../../testing/pdf-text.ts'
import { photographWith, snapshotWith, STANDING } from '../../testing/report-factory.ts'
import { standingIn } from '../reports/standing.ts'
import { renderPdf } from '../reports/pdf/render.ts'

const NONE = {
  stage_index: null,
  open_index: null,
  oedema_index: null,
  glaucoma_index: null,
  machine: null,
  at_least: null,
  lesions: false,
  other_disease: true,
}
const OTHER = { reason: 'other', referral: 'referable' } as const
/** Eyes of which as much is told as can be. */
const OUTCOMES: ReportedEye[] = [
  {
    ...NONE,
    eye: 'OD',
    stage: 3,
    referral: 'referable',
    reasons: [OTHER],
    oedema: true,
    treated: 'prp',
    glaucoma: 'watch',
    other_index: 0,
    stated: ['oedema', 'referral'],
  },
  {
    ...NONE,
    eye: 'OS',
    stage: null,
    referral: 'referable',
    reasons: [OTHER],
    oedema: null,
    treated: 'scars',
    glaucoma: null,
    other_index: 1,
    at_least: 2,
    stated: [],
  },
]
const STEP: SignedStep = {
  kind: 'refer',
  months: null,
  urgency: 'soon',
  to: '市一医院眼科',
  note: '',
  due_on: '2026-03-01',
  proposed: null,
}

const PAGE = {
  address: 'https://photographs.eye-clinic.example/#/letter',
  code: '2345BCDF6789GHJK',
  until: '2026-06-01',
}

test.each(LANGUAGES)(
  'a letter of which as much is told as can be has one page, in %s',
  async (language) => {
    const opinion = '右眼疑似重度非增殖期糖网，建议尽快转眼底专科。\n'.repeat(4)
    const snapshot = snapshotWith(photographWith(SAMPLE_FINDINGS), { opinion, outcomes: OUTCOMES })
    const report = { ...snapshot, standing: standingIn(snapshot, STANDING, language) }
    for (const to of LETTERS) {
      const facts = { step: STEP, birthday: '1960-01-01', call: '0571-12345678', page: PAGE }
      const document = letterDocument(report, facts, to, language)
      const file = await renderPdf({
        document,
        language,
        report_no: 'R1',
        link: 'http://127.0.0.1:8080/#/report/verify',
        drawn: new Map(),
        large: true,
      })
      expect(pdfPages(file), to).toHaveLength(1)
    }
  },
)
