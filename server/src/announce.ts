import { PRODUCT_VERSION } from '@mingmou/contract'
import type { Context } from './context.ts'
import { ensureFirstAdmin } from './features/accounts/first-admin.ts'
import { demoAccounts, keepDemoAccounts, type DemoAccounts } from './features/demo/seed.ts'

/** Tells the person at the terminal where the program is and how to get in. */
export async function announce(ctx: Context, address: string): Promise<void> {
  const admin = await ensureFirstAdmin(ctx)
  const accounts = admin?.generated
    ? [{ role: '1' as const, account: admin.account, password: admin.password }]
    : []
  const shown = ctx.config.demo ? await rememberDemo(ctx.config.dataDir, accounts) : accounts
  const lines = shown.map(
    ({ role, account, password }) => `  role ${role}  ${account.padEnd(20)} ${password}\n`,
  )
  process.stdout.write(`\n明眸 Mingmou ${PRODUCT_VERSION}\n  ${address}\n\n${lines.join('')}\n`)
}

/**
 * The accounts of the demonstration, and the administrator that was made with a generated password.
 */
async function rememberDemo(dataDir: string, made: DemoAccounts): Promise<DemoAccounts> {
  const before = await demoAccounts(dataDir)
  if (made.length === 0) return before
  const all = [...made, ...before.filter(({ role }) => role !== '1')]
  await keepDemoAccounts(dataDir, all)
  return all
}
