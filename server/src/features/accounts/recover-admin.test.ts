import { beginTotp, confirmTotp, login, myFactor, myInfo } from '@mingmou/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withProgram } from '../../command.ts'
import { addAccount, makeAccount, type SignedIn } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'
import { recoverAdmin } from './recover-admin.ts'

let app: MailApp
let admin: SignedIn
beforeAll(async () => {
  app = await mailApp()
  admin = await makeAccount(app, { role: '1' })
})
afterAll(() => app.close())

/** As the command does, in a program of its own. */
const recover = (name: string) => withProgram(app.context.config, (ctx) => recoverAdmin(ctx, name))

test('the only administrator, without password, app and recovery codes, comes back by a command on the machine', async () => {
  const { account, accountType, password, email } = admin
  const { ticket, secret } = await succeed(app, beginTotp, { password }, admin)
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await succeed(app, confirmTotp, { ticket, code }, admin)
  const set = { banned: true, locked: true }
  await app.context.db.updateTable('accounts').set(set).where('uid', '=', admin.uid).execute()
  for (let n = 0; n < 6; n++) {
    await app.call(
      login,
      { account, password: 'forgotten-1', accountType },
      {
        headers: { 'x-forwarded-for': '203.0.113.9' },
      },
    )
  }
  const made = await recover(account)
  expect((await app.call(myInfo, {}, admin)).status).toBe(403)
  expect((await app.call(login, { account, password, accountType })).error_code).toBe(1004)
  const stranger = { headers: { 'x-forwarded-for': '203.0.113.10' } }
  const given = { account, accountType, ...made }
  const session = await succeed(app, login, given, stranger)
  expect(session.first_login).toBe('is_first_login')
  expect((await app.call(myFactor, {}, session)).status).toBe(406)
  expect((await app.mailTo(email)).lines.join()).not.toContain(made.password)
  const entry = await app.context.db
    .selectFrom('audit_log')
    .select(['target_id', 'uid', 'outcome', 'detail'])
    .where('action', '=', 'account.recover')
    .executeTakeFirstOrThrow()
  const detail = { by: 'command' }
  expect(entry).toEqual({ target_id: admin.uid, uid: null, outcome: 'success', detail })
})

test('nobody but an administrator is recovered, and the names of those are told', async () => {
  const trial = await addAccount(app, { role: '5' })
  const clinician = await addAccount(app, { role: '3' })
  for (const { account } of [trial, clinician, { account: 'nobody' }]) {
    const told = `${account}: no administrator has this name; there are ${admin.account}`
    await expect(recover(account)).rejects.toThrow(told)
  }
})
