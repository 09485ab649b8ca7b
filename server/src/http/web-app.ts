import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic, { type SetHeadersResponse } from '@fastify/static'
import { STATUS } from '@mingmou/contract'
import type { App } from './mount.ts'
import { Denied } from './refusal.ts'

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

export const ASSETS_PATH = '/assets/'

/**
 * The built pages. Names under assets/ carry a hash of their content, so those files never change.
 */
export async function webApp(app: App): Promise<void> {
  app.setNotFoundHandler(() => {
    throw new Denied(STATUS.noSuchPath)
  })
  if (!existsSync(DIST)) return
  const header = (value: string) => (reply: SetHeadersResponse) => {
    reply.setHeader('cache-control', value)
  }
  // A route for each of a thousand assets took an eighth of a start.
  await app.register(fastifyStatic, {
    root: join(DIST, 'assets'),
    prefix: ASSETS_PATH,
    // Nothing but a plain name is looked for.
    allowedPath: (path) => /^\/\w[\w.-]*$/.test(path),
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: header('public, max-age=31536000, immutable'),
  })
  await app.register(fastifyStatic, {
    root: DIST,
    globIgnore: ['assets/**'],
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: header('no-cache'),
  })
}
