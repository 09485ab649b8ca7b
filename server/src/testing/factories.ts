import { login, type Role } from '@mingmou/contract'
import { hash } from '@node-rs/argon2'
import { v7 as uuid } from 'uuid'
import { addTenant } from '../features/tenants/tenants.ts'
import { succeed, type TestApp } from './test-app.ts'

/** The password of every account made here. */
const PASSWORD = 'correct-horse1'
/** A cheap hash: checking one takes the cost that the hash itself names. */
const hashed = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

let made = 0
const next = () => ++made

interface InstitutionTraits {
  status?: 1 | 2
  review_status?: 0 | 1 | 2
  /** The default is off: tests start the analyses that they need. */
  auto_analyse?: boolean
  require_factor?: boolean
}

/** An admitted institution. */
export async function makeInstitution(
  app: TestApp,
  traits: InstitutionTraits = {},
): Promise<{ oid: string; name: string }> {
  const number = next()
  const oid = uuid()
  const name = `演示机构${number}`
  await app.context.db
    .insertInto('institutions')
    .values({
      oid,
      name,
      short_name: `演示${number}`,
      contact: '演示联系人',
      phone: '010-88886666',
      email: `institution${number}@clinic.example.com`,
      area_id: ['330000', '330100', '330106'],
      address: '演示路1号',
      join_type: 2,
      status: traits.status ?? 1,
      review_status: traits.review_status ?? 1,
      auto_analyse: traits.auto_analyse ?? false,
      require_factor: traits.require_factor ?? false,
    })
    .execute()
  return { oid, name }
}

interface AccountTraits {
  role: Role
  /** The default for clinicians is an institution of their own. */
  oid?: string
  first_login?: boolean
  status?: 1 | 2
}

export interface KnownAccount {
  uid: string
  /** null for roles 1, 2 and 5. */
  oid: string | null
  role: Role
  account: string
  email: string
  password: string
  accountType: 1 | 2
}

/** An account that has not logged in. */
export async function addAccount(app: TestApp, traits: AccountTraits): Promise<KnownAccount> {
  const { role } = traits
  const clinician = role === '3' || role === '4'
  const oid = clinician ? (traits.oid ?? (await makeInstitution(app)).oid) : null
  const number = next()
  const known: KnownAccount = {
    uid: uuid(),
    oid,
    role,
    account: `user${number}`,
    email: `user${number}@clinic.example.com`,
    password: PASSWORD,
    accountType: clinician ? 2 : 1,
  }
  await app.context.db
    .insertInto('accounts')
    .values({
      uid: known.uid,
      oid,
      role,
      username: known.account,
      name: '演示用户',
      email: known.email,
      password_hash: await hashed,
      first_login: traits.first_login ?? false,
      banned: traits.status === 2,
    })
    .execute()
  if (role === '5') await app.context.db.transaction().execute((trx) => addTenant(trx, known.uid))
  return known
}

export interface SignedIn extends KnownAccount {
  token: string
  refresh_token: string
  public_key: string
}

/** Logs an account in, as its owner would. */
export async function signIn(app: TestApp, known: KnownAccount): Promise<SignedIn> {
  const { account, password, accountType } = known
  const session = await succeed(app, login, { account, password, accountType })
  const { token, refresh_token, public_key } = session
  return { ...known, token, refresh_token, public_key }
}

/** An account that is signed in, with the institution it needs. */
export async function makeAccount(app: TestApp, traits: AccountTraits): Promise<SignedIn> {
  return signIn(app, await addAccount(app, traits))
}
