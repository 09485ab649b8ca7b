import { CALLS, MODALITIES, type Call, type Role } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount, type SignedIn } from '../testing/factories.ts'
import { withFullRights } from '../testing/database.ts'
import { holdCommits } from '../testing/hold-commits.ts'
import { recordsOf } from '../testing/records-of.ts'
import { idsOf, sampleBody } from '../testing/sample-bodies.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

/**
 * What can be done once to a record is done once, also by two at one moment. Every call that names a record is made
 * twice, one after the other. Where the second is refused, two of them at once have one success, beside the same for
 * another record of the institution. The first has its transaction taken back by the database, as that ends two which wait for each other: it is done all the same.
 */

let app: TestApp
beforeAll(async () => {
  app = await testApp({ callsPerMinute: 1_000_000 })
  await asOwner(`CREATE SEQUENCE tries;
    CREATE FUNCTION take_back() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        IF pg_current_xact_id_if_assigned() IS NOT NULL AND nextval('tries') = 1 THEN
          RAISE EXCEPTION 'taken back' USING ERRCODE = '40P01';
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER a_take_back BEFORE INSERT ON audit_log EXECUTE FUNCTION take_back();
    SELECT nextval('tries')`)
})
afterAll(() => app.close())

const asOwner = (query: string) =>
  withFullRights(app.context.config.databaseUrl, (client) => client.query(query))
/**
 * The next transaction that has written, and puts it on record, is the victim of a deadlock, once. An entry that stands
 * alone is none: the trigger is of the statement, and comes before the number of the entry, which is a write at times.
 */
const takeBackNext = () => asOwner(`ALTER SEQUENCE tries RESTART`)

const roleOf = ({ access }: Call): Role =>
  typeof access === 'string' ? '3' : (access.find((role) => role === '3') ?? access[0] ?? '3')

/** The kinds of images share their calls. */
const OTHER_KINDS = MODALITIES.slice(1).map(({ key }) => key)
/** They end the session that both calls are made in, or are counted by recipient. */
const ALONE = /\/(logout|logoutEverywhere|updatepwd|sendChangeEmail)$/

const NAMING = CALLS.filter(
  (call) =>
    call.method !== 'GET' &&
    call.access !== 'public' &&
    // A file is read, of whole records.
    call.file === undefined &&
    !ALONE.test(call.path) &&
    !OTHER_KINDS.some((kind) => call.path.startsWith(`/v1/${kind}`)) &&
    idsOf(call).length > 0,
)

async function fresh(call: Call, by: SignedIn) {
  const records = await recordsOf(app, by, 'fundus')
  const body = {
    ...sampleBody(call, records),
    ...(idsOf(call).some(({ name }) => name === 'uid') && { uid: by.uid }),
  }
  return async () => {
    const answered = await fetch(`${app.url}${call.path}`, {
      method: call.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
      body: JSON.stringify(body),
    })
    const text = await answered.text()
    expect([call.path, answered.status]).not.toEqual([call.path, 500])
    return text.startsWith('{') ? (JSON.parse(text) as { error_code: number }).error_code : 0
  }
}

const once: string[] = []

describe('two at one moment', () => {
  test.each(NAMING.map((call) => [call.path, call] as const))('of %s', async (_, call) => {
    const role = roleOf(call)
    const after = await fresh(call, await makeAccount(app, { role }))
    await takeBackNext()
    const isOnce = (await after()) === 0 && (await after()) !== 0
    const by = await makeAccount(app, { role })
    const [ask, askAnother] = [await fresh(call, by), await fresh(call, by)]
    const held = await holdCommits(app)
    let answered = 0
    // Two calls of trial users are worked on at a time.
    const all = role === '5' ? [ask, ask] : [ask, ask, askAnother]
    const answers = all.map((act) => act().finally(() => answered++))
    await held.waiting(() => answers.length - answered)
    await held.release()
    const [one, two, another] = await Promise.all(answers)
    if (!isOnce) return
    once.push(call.path)
    expect([one, two]).not.toEqual([0, 0])
    expect([one, two, another]).toContain(0)
  })

  test('of what can be done once', () => {
    expect(once.length).toBeGreaterThan(15)
  })
})
