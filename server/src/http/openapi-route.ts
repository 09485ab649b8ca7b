import type { App } from './mount.ts'
import { openApi } from './openapi.ts'

export function openApiRoutes(app: App): void {
  const document = openApi()
  app.get('/openapi.json', (_, reply) => reply.header('cache-control', 'no-cache').send(document))
}
