import { outcomeText, sayIn, type ReportedEye } from '@mingmou/contract'
import { randomPatients, shownOf } from '@mingmou/analysis/testing/random-patients'
import { ANALYSERS, machineBeside } from '@mingmou/analysis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { makeAccount } from '../../testing/factories.ts'
import { fhirFaults } from '../../testing/fhir-validators.ts'
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
  valueCodeableConcept?: { coding: { code: string; display: string }[]; text?: string }
  valueBoolean?: boolean
  dataAbsentReason?: { text: string }
  note?: { text: string }[]
  performer?: { reference: string }[]
  device?: object
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
  let [treated, open, unsaid, untold, patients] = [0, 0, 0, 0, 0]
  for (const photographs of randomPatients()) {
    const shown = shownOf(photographs)
    const machines = photographs.map((photograph) => ({
      ...photograph,
      findings: photograph.machine,
      stated: [],
    }))
    const alone = ANALYSERS.fundus.outcomesOf(machines, shownOf(machines))
    const outcomes = ANALYSERS.fundus.outcomesOf(photographs, shown).map((outcome) => ({
      ...outcome,
      machine: machineBeside(
        outcome,
        alone.find(({ eye }) => eye === outcome.eye),
      ),
    }))
    const left_out = photographs
      .filter((photograph) => !shown.includes(photograph))
      .map(({ index, eye, findings }) => ({
        image_index: index,
        eye,
        gradable: findings?.gradable ?? false,
      }))
    const snapshot = { ...report.snapshot, outcomes, left_out }
    const all = toObservations(oid, { ...report, snapshot })
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    // Each would take a minute.
    if (patients++ % 25 === 0) expect(all.flatMap(fhirFaults)).toEqual([])
    for (const outcome of outcomes) {
      const { eye, stage, oedema, glaucoma, referral, other_index: other = null } = outcome
      const told = ofEye(all, eye)
      const own = photographs.filter((photograph) =>
        eye === null ? shown.includes(photograph) : photograph.eye === eye,
      )
      const isSaid = (name: string, value: unknown) =>
        own.some(
          ({ findings, stated }) =>
            (findings?.gradable || name === 'referral' || name === 'treated') &&
            stated.some((statement) => statement.name === name && statement.value === value),
        )
      const isWithheld =
        stage === null || (stage === 0 && Boolean(outcome.treated) && !isSaid('stage', 0))
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
      // Who is named is who said it, whatever the machine says beside it.
      for (const [code, name, value] of [
        ['icdr.stage', 'stage', stage],
        ['oedema', 'oedema', oedema],
        ['glaucoma', 'glaucoma', glaucoma],
        ['other_disease', 'other_disease', outcome.other_disease],
        ['treated', 'treated', outcome.treated],
        ['referral', 'referral', referral],
      ] as const) {
        const observation = told[code]
        if (!observation) continue
        expect(observation.performer?.[0]?.reference.startsWith('Practitioner/')).toBe(
          value !== null && isSaid(name, value),
        )
        expect(observation.device === undefined).toBe(value !== null && isSaid(name, value))
        if (outcome.machine && !isSaid(name, value)) unsaid++
      }
      expect(told['referral']?.note?.[0]?.text).toBe(outcomeText(outcome, sayIn('en')))
      for (const observation of Object.values(told))
        expect('dataAbsentReason' in observation).toBe(
          !Object.keys(observation).some((key) => /^value/.test(key)),
        )
      if (stage !== null && !isWithheld)
        expect(told['icdr.stage']?.valueCodeableConcept?.text, 'the stage in words').toBeTruthy()
      if (outcome.treated) treated++
      if (oedema === null && referral !== null) open++
    }
    // An eye that the report does not show has no result, and says so.
    for (const eye of ['OD', 'OS'] as const) {
      if (outcomes.some((outcome) => outcome.eye === eye)) continue
      const { referral, ...others } = ofEye(all, eye)
      for (const code of ['icdr.stage', 'oedema', 'glaucoma', 'other_disease', 'treated'])
        expect(others).not.toHaveProperty([code])
      const isGradable = left_out.some(
        (photograph) => photograph.eye === eye && photograph.gradable,
      )
      const isTaken = left_out.some((photograph) => photograph.eye === eye)
      const isUnknown = photographs.some((photograph) => photograph.eye === null)
      expect(referral?.dataAbsentReason?.text).toMatch(
        isGradable
          ? /not part of this report/
          : isTaken
            ? /no gradable image/i
            : isUnknown
              ? /no photograph is known to be/
              : /not photographed in this session/,
      )
      untold++
    }
  }
  expect([treated > 20, open > 20, unsaid > 20, untold > 20]).toEqual([true, true, true, true])
})
