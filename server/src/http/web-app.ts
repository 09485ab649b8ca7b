import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { STATUS } from '@mingmou/contract'
import type { App } from './mount.ts'
import { Denied } from './refusal.ts'

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/**
 * The built pages. Names under assets/ carry a hash of their content, so those files never change.
 */
export async function webApp(app: App): Promise<void> {
  app.setNotFoundHandler(() => {
    throw new Denied(STATUS.noSuchPath)
  })
  if (!existsSync(DIST)) return
  await app.register(fastifyStatic, {
    root: DIST,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const kept = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      reply.setHeader('cache-control', kept)
    },
  })
}
