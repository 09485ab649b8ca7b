import {
  createReport,
  getStepRules,
  listSteps,
  noteStep,
  PLACE_GROUPS,
  setStepRules,
  type ChosenStep,
  type InputOf,
  type PlannedStep,
} from '@mingmou/contract'
import { keepFindings, makeArchive } from './clinical-factories.ts'
import type { SignedIn } from './factories.ts'
import { succeed, type TestApp } from './test-app.ts'

export const ROUTINE = { kind: 'routine', months: 12 } as const
export const REFER = { kind: 'refer', urgency: 'urgent', to: '眼底专科' } as const
export const DISCHARGE = { kind: 'discharge' } as const

/** The main account begins recall with a published table. */
export async function beginRecall(app: TestApp, main: SignedIn): Promise<void> {
  const { presets } = await succeed(app, getStepRules, {}, main)
  const rules = { preset: 'ico_2017', ...presets.ico_2017, refer_to: '', call: '' } as const
  await succeed(app, setStepRules, { rules }, main)
}

export interface Sat {
  pid: string
  rid: string
  analysis_id: string
}

/** A sitting of a day whose analysis is done. */
export async function sit(
  app: TestApp,
  by: SignedIn,
  pid: string,
  day = '2024-03-01',
): Promise<Sat> {
  const rid = await makeArchive(app, by, pid, undefined, day)
  return { pid, rid, analysis_id: await keepFindings(app, by, { pid, rid }) }
}

let written = 0
/** Signs a report of a sitting. An opinion of its own makes a report of its own. */
export const sign = (
  app: TestApp,
  by: SignedIn,
  { pid, analysis_id }: Sat,
  next_step?: Partial<ChosenStep>,
): Promise<{ report_no: string; report_id: string }> =>
  succeed(app, createReport, wishOf(by, { pid, analysis_id }, next_step), by)

export const wishOf = (
  by: SignedIn,
  { pid, analysis_id }: Pick<Sat, 'pid' | 'analysis_id'>,
  next_step?: Partial<ChosenStep>,
) =>
  ({
    uid: by.uid,
    patient_id: pid,
    analysis_id,
    analysis_type: '1',
    image_index: 0,
    diagnostic_opinion: `意见（${++written}）`,
    ...(next_step && { next_step }),
  }) as InputOf<typeof createReport>

/** Every step of an institution, in the lists that the pages show. */
export async function listed(
  app: TestApp,
  by: SignedIn,
  asked: Partial<InputOf<typeof listSteps>> = {},
): Promise<PlannedStep[]> {
  const found: PlannedStep[] = []
  for (const of of asked.of ? [asked.of] : (['recall', 'referral'] as const))
    for (const group of asked.group ? [asked.group] : PLACE_GROUPS)
      for (let page = 1; ; page++) {
        const answer = await succeed(app, listSteps, { ...asked, of, group, page, size: 50 }, by)
        if (answer.page < page || answer.rows.length === 0) break
        found.push(...answer.rows)
        if (answer.rows.length < 50) break
      }
  return found
}

export const noteOf = (
  app: TestApp,
  by: SignedIn,
  step_id: string,
  what: InputOf<typeof noteStep>['what'],
  traits: Partial<InputOf<typeof noteStep>> = {},
) => {
  const outcome = what === 'outcome' ? { outcome: { found: 'none' as const } } : {}
  const body = { step_id, what, happened_on: '2024-03-02', ...outcome, ...traits }
  return succeed(app, noteStep, body, by)
}
