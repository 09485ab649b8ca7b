import { STATUS } from '@mingmou/contract'
import { answer } from './envelope.ts'
import { languageOf } from './language.ts'
import type { App } from './mount.ts'

/** Counted apart from all other calls: a flood of these leaves proxy and alarm their answers. */
const COUNTED_APART = { config: { rateLimit: {} } }

/** `ready` reports for each part that the program needs whether it answers now. */
export function healthRoutes(app: App, ready: () => Promise<object>): void {
  app.get('/healthz', COUNTED_APART, (request, reply) =>
    answer(reply, languageOf(request.headers['accept-language']), {
      status: app.draining ? 503 : STATUS.ok,
      error_code: app.draining ? 503 : 0,
      message: app.draining ? 'not_ready' : 'ok',
    }),
  )
  app.get('/readyz', COUNTED_APART, async (request, reply) => {
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
