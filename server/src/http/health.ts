import { STATUS } from '@mingmou/contract'
import type { Context } from '../context.ts'
import { answer } from './envelope.ts'
import { languageOf } from './language.ts'
import type { App } from './mount.ts'

export function healthRoutes(app: App, ctx: Context): void {
  app.get('/healthz', (request, reply) =>
    answer(reply, languageOf(request.headers['accept-language']), {
      status: STATUS.ok,
      error_code: 0,
      message: 'ok',
    }),
  )
  app.get('/readyz', async (request, reply) => {
    const parts = await ctx.ready()
    const ready = Object.values(parts).every(Boolean)
    return answer(reply, languageOf(request.headers['accept-language']), {
      // 503 is what load balancers understand.
      status: ready ? STATUS.ok : 503,
      error_code: ready ? 0 : 503,
      message: ready ? 'ok' : 'not_ready',
      data: { ...parts },
    })
  })
}
