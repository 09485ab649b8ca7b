import { setTimeout as delay } from 'node:timers/promises'
import { inOneLine, UsageFault, withProgram } from '../server/src/command.ts'
import { readConfig } from '../server/src/config.ts'
import { finishRotation, rotateKeys } from '../server/src/features/keys/rotate.ts'

/**
 * `npm run keys:rotate [-- --at-once]`: new keys for sign-in tokens, signed addresses and sealed
 * secrets, while the program runs. Those before end with the sessions, or at once.
 */

const words = process.argv.slice(2)
const status = await inOneLine(async () => {
  if (words.some((word) => word !== '--at-once'))
    throw new UsageFault('npm run keys:rotate [-- --at-once]')
  await withProgram({ ...readConfig(), logLevel: 'error' }, async (ctx) => {
    const from = await rotateKeys(ctx, words.length > 0)
    console.log(`New keys, in use from ${from.toISOString()}`)
    await delay(Math.max(0, from.getTime() - ctx.now().getTime()) + 1000)
    console.log(`${await finishRotation(ctx)} secrets sealed anew`)
  })
})
process.exit(status)
