import {
  beginSsoLink,
  beginSsoLogin,
  deleteMember,
  finishSsoLink,
  finishSsoLogin,
  listMembers,
  myInfo,
  mySso,
  removeSsoLink,
  unlinkMember,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { CLIENT, identityProvider, type IdentityProvider } from '../../testing/identity-provider.ts'
import { answerOf, cookieOf, signOn } from '../../testing/sign-on.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'

const ORIGIN = 'https://eyes.example.com'

let idp: IdentityProvider
let app: MailApp
let main: SignedIn
let code: string
let on: ReturnType<typeof signOn>
beforeAll(async () => {
  idp = await identityProvider(`${ORIGIN}/sso`)
  app = await mailApp({ config: { publicUrl: ORIGIN, oidc: idp.outward } })
  main = await makeAccount(app, { role: '3' })
  on = signOn(app, idp)
  code = await on.provide(main)
})
afterAll(async () => {
  await app.close()
  await idp.close()
})
beforeEach(() => {
  idp.forging = {}
})

const signIn = (sub: string) => on.signIn(sub, code)
const leave = (sub: string) => on.leave(sub, code)
const member = (oid = main.oid) => makeAccount(app, { role: '4', oid: oid ?? '' })

const reasons = async (uid: string) =>
  (
    await app.context.db
      .selectFrom('audit_log')
      .select(['action', 'outcome', 'detail'])
      .where('target_id', '=', uid)
      .orderBy('id')
      .execute()
  ).map(({ action, outcome, detail }) => ({ action, outcome, detail }))

describe('a member', () => {
  test('links an account by the password once, and then signs in by the provider alone', async () => {
    const owner = await member()
    expect((await app.call(beginSsoLink, { password: 'wrong-horse1' }, owner)).error_code).toBe(
      1004,
    )
    expect((await on.link(owner, 'zhang')).msg).toBe('操作成功')
    expect((await app.mailTo(owner.email)).subject).toBe('【明眸】已绑定单点登录账号')
    const shown = await succeed(app, mySso, {}, owner)
    expect(shown).toMatchObject({ provider: '演示门户', required: false })
    expect(shown.linked_at).not.toBeNull()
    const entered = await signIn('zhang')
    expect(entered.data.uid).toBe(owner.uid)
    expect((await app.call(myInfo, { uid: owner.uid }, entered.data)).status).toBe(200)
    expect((await app.call(myInfo, { uid: owner.uid }, owner)).status).toBe(405)
    expect(await reasons(owner.uid)).toContainEqual({
      action: 'sso.link',
      outcome: 'success',
      detail: { issuer: `${idp.issuer}/` },
    })
  })

  test('is not signed in while nobody is linked, and no account is made', async () => {
    const before = await app.context.db.selectFrom('accounts').select('uid').execute()
    const refused = await signIn('stranger')
    expect(refused.error_code).toBe(1005)
    expect(refused.msg).toContain('请先用密码登录，在“我的账号”中绑定')
    expect(await app.context.db.selectFrom('accounts').select('uid').execute()).toEqual(before)
    expect((await reasons(main.oid ?? '')).at(-1)).toMatchObject({
      action: 'session.login',
      outcome: 'refused',
      detail: { by: 'sso', reason: 'sso_unlinked' },
    })
  })

  test('cannot link what another one has, nor in another browser or account', async () => {
    await on.link(await member(), 'li')
    const owner = await member()
    expect((await on.link(owner, 'li')).msg).toContain('已绑定其他明眸账号')
    const begun = await app.call(beginSsoLink, { password: owner.password }, owner)
    idp.person = { sub: 'wang' }
    const answer = answerOf(await idp.visit(begun.data.url))
    const elsewhere = await app.call(finishSsoLink, answer, owner)
    expect(elsewhere.msg).toContain('不是在本浏览器中发起的')
    const other = await member()
    const stolen = await app.call(finishSsoLink, answer, { ...other, headers: cookieOf(begun) })
    expect(stolen.msg).toContain('不是在本浏览器中发起的')
    expect((await succeed(app, mySso, {}, other)).linked_at).toBeNull()
  })

  test('is seen as linked by the main account, who takes it back', async () => {
    const owner = await member()
    await on.link(owner, 'zhao')
    const linked = async () => {
      const { account } = await succeed(app, listMembers, { page: 1, size: 100 }, main)
      return account.find(({ aid }) => aid === owner.uid)?.sso
    }
    expect(await linked()).toBe(true)
    await succeed(app, unlinkMember, { aid: owner.uid }, main)
    await app.mailTo(owner.email)
    expect((await app.mailTo(owner.email)).subject).toBe('【明眸】单点登录绑定已被解除')
    expect(await linked()).toBe(false)
    expect((await app.call(myInfo, { uid: owner.uid }, owner)).status).toBe(403)
    expect((await signIn('zhao')).msg).toContain('尚未绑定')
  })

  test('takes the own link back by the password', async () => {
    const owner = await member()
    await on.link(owner, 'qian')
    await succeed(app, removeSsoLink, { password: owner.password }, owner)
    expect((await signIn('qian')).error_code).toBe(1005)
  })

  test('who is disabled, deleted, or of a disabled institution, is let in no more', async () => {
    const owner = await member()
    await on.link(owner, 'sun')
    const of = (uid: string) => app.context.db.updateTable('accounts').where('uid', '=', uid)
    await of(owner.uid).set({ banned: true }).execute()
    expect(await signIn('sun')).toMatchObject({ error_code: 1007 })
    await of(owner.uid).set({ banned: false }).execute()
    const institution = app.context.db.updateTable('institutions').where('oid', '=', main.oid ?? '')
    await institution.set({ status: 2 }).execute()
    expect(await signIn('sun')).toMatchObject({ error_code: 1007 })
    await institution.set({ status: 1 }).execute()
    expect((await signIn('sun')).status).toBe(200)
    await succeed(app, deleteMember, { aid: owner.uid }, main)
    expect((await signIn('sun')).msg).toContain('尚未绑定')
    expect((await on.link(await member(), 'sun')).msg).toBe('操作成功')
  })
})

describe('an answer of the provider', () => {
  let owner: SignedIn
  beforeAll(async () => {
    owner = await member()
    await on.link(owner, 'zhou')
  })

  test('is good once, in the browser that went there, for ten minutes', async () => {
    const [left, other] = [await leave('zhou'), await leave('zhou')]
    const msg = '此次单点登录已超时、已使用过，或不是在本浏览器中发起的，请重新开始'
    const ended = { error_code: 1005, msg }
    expect(await app.call(finishSsoLogin, answerOf(left.answer))).toMatchObject(ended)
    expect(await on.come({ ...left, headers: other.headers })).toMatchObject(ended)
    const answers = await Promise.all([on.come(left), on.come(left)])
    expect(answers.map(({ error_code }) => error_code).sort()).toEqual([0, 1005])
    expect(await on.come(left)).toMatchObject(ended)
    const late = await leave('zhou')
    app.advance(601)
    expect(await on.come(late)).toMatchObject(ended)
  })

  test('with a code that was used already is refused', async () => {
    const [left, other] = [await leave('zhou'), await leave('zhou')]
    expect((await on.come(left)).status).toBe(200)
    const answer = { ...other.answer, code: left.answer['code'] ?? '' }
    expect((await on.come({ ...other, answer })).msg).toBe('身份提供方的授权码已失效，请重新开始')
  })

  const past = Math.floor(Date.now() / 1000) - 3600
  test.each([
    [{ claims: { nonce: 'forged' } }, '身份提供方的应答不属于此次登录'],
    [{ claims: { aud: 'another-client' } }, '身份提供方的应答是给其他系统的'],
    [{ claims: { exp: past, iat: past - 60 } }, '身份提供方的应答已过期，请重新开始'],
    [{ claims: { iss: 'https://other.example.com' } }, '应答的颁发者与机构设置的不一致'],
    [{ claims: { auth_time: past } }, '身份提供方没有重新验证身份，请在该处退出后重试'],
    [{ otherKey: true }, '身份提供方的签名无法验证'],
  ])('is refused where its token does not hold: %j', async (forging, msg) => {
    idp.forging = forging
    expect(await signIn('zhou')).toMatchObject({ error_code: 1005, msg })
  })

  test('that names another issuer, or none, is refused before its code goes anywhere', async () => {
    const msg = '应答的颁发者与机构设置的不一致'
    const left = await leave('zhou')
    const answer = { ...left.answer, iss: 'https://other.example.com' }
    expect((await on.come({ ...left, answer })).msg).toBe(msg)
    const { answer: whole, headers } = await leave('zhou')
    const { iss, ...without } = whole
    expect(iss).toBe(idp.issuer)
    expect((await on.come({ answer: without, headers })).msg).toBe(msg)
  })

  test('that says no is told as such, and every refusal is on record without a secret', async () => {
    const begun = await app.call(beginSsoLogin, { sign_in_code: code })
    idp.person = { sub: 'zhou', denies: true }
    const answer = await idp.visit(begun.data.url)
    const denied = await on.come({ answer, headers: cookieOf(begun) })
    expect(denied.msg).toBe('身份提供方拒绝了此次登录，或您已取消')
    const kept = await reasons(main.oid ?? '')
    const refusals = kept.filter(({ action }) => action === 'session.login')
    expect(new Set(refusals.map(({ detail }) => (detail as { reason: string }).reason))).toEqual(
      new Set([
        ...['sso_unlinked', 'sso_used_code', 'sso_wrong_nonce', 'sso_wrong_audience'],
        ...[
          'sso_expired',
          'sso_wrong_issuer',
          'sso_wrong_key',
          'sso_denied',
          'sso_not_fresh',
          'sso_ended',
        ],
      ]),
    )
    expect(JSON.stringify(kept)).not.toContain(answer['state'] ?? '-')
    expect(JSON.stringify(kept)).not.toContain(CLIENT.client_secret)
  })

  test('of a provider that is away is said to be so, before and after the browser went there', async () => {
    const away = await identityProvider(`${ORIGIN}/sso`)
    app.context.config.oidc = away.outward
    const theirs = await makeAccount(app, { role: '3' })
    const theirCode = await on.provide(theirs, { issuer: away.issuer })
    const begun = await app.call(beginSsoLogin, { sign_in_code: theirCode })
    const state = new URL(begun.data.url).searchParams.get('state') ?? ''
    await away.close()
    app.context.config.oidc = idp.outward
    const msg = '无法连接身份提供方，请稍后再试'
    app.context.config.oidc.privateOrigins = [idp.issuer, away.issuer]
    const answer = { state, code: 'any', iss: away.issuer }
    expect((await on.come({ answer, headers: cookieOf(begun) })).msg).toBe(msg)
    app.advance(601)
    expect((await app.call(beginSsoLogin, { sign_in_code: theirCode })).msg).toBe(msg)
    const refusals = (await reasons(theirs.oid ?? '')).filter(
      ({ outcome }) => outcome === 'refused',
    )
    const entry = { action: 'session.login', detail: { by: 'sso', reason: 'sso_down' } }
    expect(refusals).toMatchObject([entry, entry])
  })

  test('is not shown to another provider that was set meanwhile', async () => {
    const theirs = await makeAccount(app, { role: '3' })
    const left = await on.leave('zhou', await on.provide(theirs))
    await on.provide(theirs, { issuer: 'https://idp.example.com' })
    expect((await on.come(left)).msg).toContain('请重新开始')
  })

  test('reaches the page through its address, which no call reads', async () => {
    const passed = await fetch(`${app.url}/sso?code=a%20b&state=sso.x`, { redirect: 'manual' })
    expect(passed.status).toBe(303)
    expect(passed.headers.get('location')).toBe('./#/sso?code=a%20b&state=sso.x')
    expect(passed.headers.get('cache-control')).toBe('no-store')
  })

  test('of the provider of another institution signs in nobody here', async () => {
    const theirs = await makeAccount(app, { role: '3' })
    const theirCode = await on.provide(theirs)
    expect((await on.signIn('zhou', theirCode)).msg).toContain('尚未绑定')
    expect((await on.link(await member(theirs.oid), 'zhou')).msg).toBe('操作成功')
    expect((await signIn('zhou')).data.uid).toBe(owner.uid)
  })
})
