import { setTimeout as delay } from 'node:timers/promises'
import { announce } from './announce.ts'
import type { Context } from './context.ts'
import { seedDemo } from './features/demo/seed.ts'
import { buildApp } from './app/app.ts'
import { StartRefused } from './start-refused.ts'

/**
 * Serves until the returned function is called. That function tells a proxy first that this process
 * goes, and lets running calls end.
 */
export async function startWeb(ctx: Context): Promise<() => Promise<void>> {
  if (ctx.config.demo) await seedDemo(ctx)
  const app = await buildApp(ctx)
  try {
    const address = await app.listen({ host: ctx.config.host, port: ctx.config.port })
    await announce(ctx, address)
  } catch (error) {
    await app.close()
    throw explain(error, ctx)
  }
  return async () => {
    app.draining = true
    await delay(ctx.config.drainMs)
    await app.close()
  }
}

function explain(error: unknown, { config: { host, port } }: Context): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartRefused(`PORT: ${port} is taken on ${host}; choose another`)
    case 'EACCES':
      return new StartRefused(`PORT: ${port} needs rights that this user lacks`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartRefused(`HOST: ${host} is no address of this machine`)
    default:
      return error
  }
}
