import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROLES, type Role } from '@mingmou/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { generatedPassword, hashPassword } from '../credentials/passwords.ts'
import { addSampleNews } from '../news/sample.ts'
import { addSample } from '../questionnaire/sample.ts'
import { addTenant } from '../tenants/tenants.ts'
import { demoJob } from './demo.job.ts'
import { addDemoPatients, demoCaller } from './patients.ts'

const INSTITUTION = {
  name: '演示眼科机构',
  short_name: '演示机构',
  describes: '演示数据：全部患者与图像均为虚构或绘制，不对应任何真实的人。',
  contact: '演示联系人',
  phone: '010-88880000',
  email: 'demo@localhost',
  area_id: ['330000', '330100', '330106'],
  address: '演示地址',
  join_type: 2,
  review_status: 1,
} as const

const ACCOUNTS = [
  { role: '3', account: 'demohospital', name: '演示机构管理员' },
  { role: '4', account: 'democlinician', name: '演示医生' },
  { role: '2', account: 'demoadmin', name: '演示平台管理员' },
  { role: '5', account: 'demovisitor', name: '演示体验用户' },
] as const satisfies readonly { role: Role; account: string; name: string }[]

const Known = z.array(z.object({ role: z.enum(ROLES), account: z.string(), password: z.string() }))
export type DemoAccounts = z.infer<typeof Known>

/**
 * Fills an empty database once: an institution with its accounts, and the job that fills it, all or
 * nothing. Then adds the patients, before the first page is served. The job adds those that an
 * interrupted start left out.
 */
export async function seedDemo(ctx: Context): Promise<void> {
  if (await isUsed(ctx.db)) return
  const made = await ctx.db.transaction().execute(async (trx) => {
    // Two processes may start side by side on one database.
    await sql`select pg_advisory_xact_lock(hashtext('mingmou.demo'))`.execute(trx)
    if (await isUsed(trx)) return null
    const known = await choosePasswords(ctx.config.dataDir)
    const accounts = await Promise.all(
      ACCOUNTS.map(async ({ role, account, name }) => {
        const password = known.get(account) ?? generatedPassword()
        return { role, account, name, password_hash: await hashPassword(password) }
      }),
    )
    return insert(ctx, trx, accounts)
  })
  if (made) await addDemoPatients(ctx, demoCaller(made))
}

async function isUsed(db: Db | Trx): Promise<boolean> {
  const found = await db.selectFrom('institutions').select('oid').limit(1).execute()
  return found.length > 0
}

const pathOf = (dataDir: string) => join(dataDir, 'demo-accounts.json')

/** Every start may print these: the passwords open only drawn pictures. */
export async function demoAccounts(dataDir: string): Promise<DemoAccounts> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch(() => '[]')
  return Known.parse(JSON.parse(text))
}

/**
 * Keeps the accounts in a file that only its owner can read. The file is written whole or not at
 * all.
 */
export async function keepDemoAccounts(dataDir: string, accounts: DemoAccounts): Promise<void> {
  const path = pathOf(dataDir)
  await writeFile(`${path}.new`, JSON.stringify(accounts, null, 2), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/**
 * Passwords by account. Written before the accounts are made: an interrupted start uses them again.
 */
async function choosePasswords(dataDir: string): Promise<Map<string, string>> {
  const before = await demoAccounts(dataDir)
  const missing = ACCOUNTS.filter(
    ({ account }) => !before.some((known) => known.account === account),
  )
  const made = missing.map(({ role, account }) => ({
    role,
    account,
    password: generatedPassword(),
  }))
  const all = [...before, ...made]
  if (made.length > 0) await keepDemoAccounts(dataDir, all)
  return new Map(all.map(({ account, password }) => [account, password]))
}

interface NewAccount {
  role: Role
  account: string
  name: string
  password_hash: string
}

async function insert(
  ctx: Context,
  trx: Trx,
  accounts: readonly NewAccount[],
): Promise<{ oid: string; uid: string } | null> {
  const oid = newId()
  await trx
    .insertInto('institutions')
    .values({ ...INSTITUTION, area_id: [...INSTITUTION.area_id], oid })
    .execute()
  const rows = accounts.map(({ role, account, name, password_hash }) => ({
    uid: newId(),
    oid: role === '3' || role === '4' ? oid : null,
    role,
    username: account,
    name,
    email: `${account}@localhost`,
    password_hash,
    first_login: false,
  }))
  await trx.insertInto('accounts').values(rows).execute()
  for (const { uid, role } of rows) if (role === '5') await addTenant(trx, uid)
  const admin = rows.find((row) => row.role === '2')
  if (admin) {
    await addSample(trx, admin.uid, ctx.now())
    await addSampleNews(trx, admin.uid)
  }
  const main = rows.find((row) => row.role === '3')
  if (!main) return null
  const made = { oid, uid: main.uid }
  await ctx.queue.send(trx, demoJob, made)
  return made
}
