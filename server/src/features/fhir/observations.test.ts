import { outcomeText, sayIn, type ReportedEye } from '@mingmou/contract'
import { randomPatients, shownOf } from '@mingmou/analysis/testing/random-patients'
import { ANALYSERS } from '@mingmou/analysis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { makeAccount } from '../../testing/factories.ts'
import { signedReport } from '../../testing/report-maker.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { findOutside, type OutsideReport } from '../reports/outside.ts'
import { toObservations } from './observations.ts'
import type { Resource } from './resource.ts'

let app: TestApp
let report: OutsideReport
let oid: string
beforeAll(async () => {
  app = await testApp()
  const by = await makeAccount(app, { role: '3' })
  oid = by.oid ?? ''
  const { report_id } = await signedReport(app, by)
  const found = await withInstitution(app.context.db, oid, (trx) =>
    findOutside(trx, oid, { report_id }, 1),
  )
  report = found[0] as OutsideReport
})
afterAll(() => app.close())

interface Told {
  valueCodeableConcept?: { coding: { code: string; display: string }[] }
  valueBoolean?: boolean
  dataAbsentReason?: { text: string }
  note?: { text: string }[]
}

/** The observations of an eye by their code. */
function ofEye(all: readonly Resource[], eye: ReportedEye['eye']): Record<string, Told> {
  const own = all.filter(({ bodySite }) => {
    const { coding } = (bodySite ?? { coding: [] }) as { coding: { code: string }[] }
    return (coding[0]?.code ?? null) === eye
  })
  return Object.fromEntries(
    own.map(({ code, ...rest }) => [
      (code as { coding: { code: string }[] }).coding[0]?.code ?? '',
      rest as Told,
    ]),
  )
}

const codeOf = ({ valueCodeableConcept: value }: Told = {}) => value?.coding[0]?.code

test('the observations of 500 random patients say of every eye what its report says', () => {
  let [treated, open] = [0, 0]
  for (const photographs of randomPatients()) {
    const outcomes = ANALYSERS.fundus
      .outcomesOf(photographs, shownOf(photographs))
      .map((outcome) => ({ ...outcome, machine: null }))
    const all = toObservations(oid, { ...report, snapshot: { ...report.snapshot, outcomes } })
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    for (const outcome of outcomes) {
      const { eye, stage, oedema, glaucoma, referral, other_index: other = null } = outcome
      const told = ofEye(all, eye)
      const isWithheld = stage === null || (stage === 0 && Boolean(outcome.treated))
      const contradicts = outcome.reasons.some(({ reason }) => reason === 'contradiction')
      expect(codeOf(told['icdr.stage'])).toBe(
        isWithheld && !contradicts ? undefined : `icdr.${stage}`,
      )
      expect(told['icdr.stage']?.valueCodeableConcept?.coding[0]?.display).not.toBe('none')
      expect(told['oedema']?.valueBoolean ?? null).toBe(oedema)
      expect(codeOf(told['glaucoma'])).toBe(glaucoma === null ? undefined : `glaucoma.${glaucoma}`)
      expect(codeOf(told['referral'])).toBe(referral === null ? undefined : `referral.${referral}`)
      expect(codeOf(told['treated'])).toBe(
        outcome.treated ? `treated.${outcome.treated}` : undefined,
      )
      if (other !== null) expect(told['other_disease']?.valueBoolean).toBe(true)
      expect(told['referral']?.note?.[0]?.text).toBe(outcomeText(outcome, sayIn('en')))
      for (const one of Object.values(told))
        expect('dataAbsentReason' in one).toBe(!Object.keys(one).some((key) => /^value/.test(key)))
      if (outcome.treated) treated++
      if (oedema === null && referral !== null) open++
    }
  }
  expect([treated > 20, open > 20]).toEqual([true, true])
})
