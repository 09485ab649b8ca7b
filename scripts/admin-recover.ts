import { inOneLine, UsageFault, withProgram } from '../server/src/command.ts'
import { readConfig } from '../server/src/config.ts'
import { recoverAdmin } from '../server/src/features/accounts/recover-admin.ts'

/**
 * `npm run admin:recover -- NAME`: gives an administrator a new password, which the first sign-in
 * changes, and takes the second factor, passkeys, sessions, ban and lock away. It is on record.
 */

const [name, ...rest] = process.argv.slice(2)
const status = await inOneLine(async () => {
  if (name === undefined || rest.length > 0) throw new UsageFault('npm run admin:recover -- NAME')
  const config = { ...readConfig(), logLevel: 'error' as const }
  const { password } = await withProgram(config, (ctx) => recoverAdmin(ctx, name))
  console.log(`${name}: sign in with ${password} and choose another password`)
})
process.exit(status)
