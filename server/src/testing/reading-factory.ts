import {
  openReading,
  setReadingRules,
  signReading,
  type DataOf,
  type InputOf,
  type ReadEye,
  type ReadingRole,
} from '@mingmou/contract'
import { makePatient } from './clinical-factories.ts'
import { makeAccount, type SignedIn } from './factories.ts'
import { sit, type Sat } from './recall-factory.ts'
import { succeed, type TestApp } from './test-app.ts'

/** An eye that shows nothing. */
export const CLEAR: ReadEye = { stage: 0, oedema: 'no', glaucoma: 'no', treated: 'none' }
export const MODERATE: ReadEye = { ...CLEAR, stage: 2 }
export const UNREADABLE: ReadEye = {
  stage: null,
  oedema: 'unsure',
  glaucoma: 'unsure',
  treated: 'none',
}

export const setRule = (
  app: TestApp,
  main: SignedIn,
  traits: Partial<InputOf<typeof setReadingRules>> = {},
): Promise<object> => {
  const settings = { percent: 10, first_sees_machine: true, arbiters: [] }
  return succeed(app, setReadingRules, { rule: 'all', ...settings, ...traits }, main)
}

/** A sub-account of the institution with a name of its own. */
export async function named(app: TestApp, oid: string, name: string): Promise<SignedIn> {
  const made = await makeAccount(app, { role: '4', oid })
  await app.context.db.updateTable('accounts').set({ name }).where('uid', '=', made.uid).execute()
  return made
}

/** An institution with a main account, two readers and an arbitrator, and one sitting of a right eye. */
export async function readers(
  app: TestApp,
  traits: Partial<InputOf<typeof setReadingRules>> = {},
): Promise<{
  main: SignedIn
  first: SignedIn
  second: SignedIn
  arbiter: SignedIn
  sat: Sat
}> {
  const main = await makeAccount(app, { role: '3' })
  const oid = main.oid ?? ''
  const first = await named(app, oid, '王一')
  const second = await named(app, oid, '李二')
  const arbiter = await named(app, oid, '赵仲')
  await setRule(app, main, { arbiters: [arbiter.uid], ...traits })
  const sat = await sit(app, main, await makePatient(app, main))
  return { main, first, second, arbiter, sat }
}

export const opens = (
  app: TestApp,
  by: SignedIn,
  { rid }: Pick<Sat, 'rid'>,
  role: ReadingRole,
): Promise<DataOf<typeof openReading>> => succeed(app, openReading, { image_id: rid, role }, by)

/** Opens a sitting of a right eye and signs what was read. */
export async function reads(
  app: TestApp,
  by: SignedIn,
  { rid }: Pick<Sat, 'rid'>,
  role: ReadingRole,
  eye: ReadEye,
): Promise<ReadingRole | null> {
  await opens(app, by, { rid }, role)
  const read = { OD: eye, OS: null }
  return (await succeed(app, signReading, { image_id: rid, role, read }, by)).awaits
}
