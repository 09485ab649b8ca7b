import { STATUS } from '@mingmou/contract'
import { answer } from './envelope.ts'
import { languageOf } from './language.ts'
import type { App } from './mount.ts'

/** `ready` reports for each part that the program needs whether it answers now. */
export function healthRoutes(app: App, ready: () => Promise<object>): void {
  app.get('/healthz', (request, reply) =>
    answer(reply, languageOf(request.headers['accept-language']), {
      status: app.draining ? 503 : STATUS.ok,
      error_code: app.draining ? 503 : 0,
      message: app.draining ? 'not_ready' : 'ok',
    }),
  )
  app.get('/readyz', async (request, reply) => {
    const parts = await ready()
    const whole = Object.values(parts).every(Boolean)
    return answer(reply, languageOf(request.headers['accept-language']), {
      // 503 is what load balancers understand.
      status: whole ? STATUS.ok : 503,
      error_code: whole ? 0 : 503,
      message: whole ? 'ok' : 'not_ready',
      data: { ...parts },
    })
  })
}
