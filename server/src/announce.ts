import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRODUCT_VERSION } from '@mingmou/contract'
import { z } from 'zod'
import type { Context } from './context.ts'
import { ensureFirstAdmin } from './features/accounts/first-admin.ts'

const Shown = z.object({ role: z.string(), account: z.string(), password: z.string() })
type Shown = z.infer<typeof Shown>

/** Tells the person at the terminal where the program is and how to get in. */
export async function announce(ctx: Context, address: string): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`\n明眸 Mingmou ${PRODUCT_VERSION}\n  ${address}`)
  const admin = await ensureFirstAdmin(ctx)
  const accounts = admin?.generated ? [{ role: '1', ...admin }] : []
  const shown = ctx.config.demo ? await rememberDemo(ctx.config.dataDir, accounts) : accounts
  if (shown.length > 0) print('')
  for (const { role, account, password } of shown) {
    print(`  role ${role}  ${account.padEnd(20)} ${password}`)
  }
  print('')
}

/** The demonstration's passwords open nothing but drawn pictures: every start may show them. */
async function rememberDemo(dataDir: string, made: readonly Shown[]): Promise<Shown[]> {
  const path = join(dataDir, 'demo-accounts.json')
  const before = await readFile(path, 'utf8').then(
    (text) => z.array(Shown).parse(JSON.parse(text)),
    () => [],
  )
  const all = [...before, ...made.map((one) => Shown.parse(one))]
  if (made.length > 0) await writeFile(path, JSON.stringify(all), { mode: 0o600 })
  return all
}
