import { keptText } from './kept-text.ts'
import type { App } from './mount.ts'
import { openApi } from './openapi.ts'

/** Nobody reads it more often. Counted apart from all other calls. */
const LIMIT = { config: { rateLimit: { max: 60, timeWindow: 60_000 } } }

export function openApiRoutes(app: App): void {
  const send = keptText(async () => JSON.stringify(await openApi()))
  app.get('/openapi.json', LIMIT, send)
}
