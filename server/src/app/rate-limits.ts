import rateLimit from '@fastify/rate-limit'
import { STATUS } from '@mingmou/contract'
import type { FastifyRequest } from 'fastify'
import { TOKEN_PATH } from '../features/clients/grant.ts'
import type { App } from '../http/mount.ts'
import { Denied } from '../http/refusal.ts'
import { isSignIn } from '../http/turns.ts'
import { ASSETS_PATH } from '../http/web-app.ts'
import { UPLOAD_PATH } from '../platform/files/files-disk.ts'
import { networkOf } from '../platform/networks.ts'

/** A page loads dozens of assets at once, and after an upgrade a whole clinic does. */
type Bucket = 'assets' | 'pages' | 'uploads' | 'sign-in' | 'tokens' | 'calls'

/** What somebody does without end leaves those at his address the rest. */
function bucketOf(request: FastifyRequest): Bucket {
  const { call, forClients } = request.routeOptions.config
  if (call) return isSignIn(call) ? 'sign-in' : 'calls'
  if (forClients === true) return request.url.startsWith(TOKEN_PATH) ? 'tokens' : 'calls'
  if (request.url.startsWith(ASSETS_PATH)) return 'assets'
  if (request.url.startsWith(UPLOAD_PATH)) return 'uploads'
  return request.url.startsWith('/v1/') ? 'calls' : 'pages'
}

/**
 * Bounds the calls of a minute, which stops a program that runs wild. Each account, and each client of an institution, has `most` of its
 * own, as a whole clinic may share one address, and is refused above it. What comes without a
 * session counts for its address. Each bucket is counted apart, that of assets ten times as far.
 * A route with a limit of its own (`perSecond`) is counted in the same way, for itself.
 */
export async function limitCalls(app: App, most: number): Promise<void> {
  await app.register(rateLimit, {
    max: (request) => (bucketOf(request) === 'assets' ? 10 * most : most),
    keyGenerator: async (request) => {
      const bucket = bucketOf(request)
      const account =
        bucket === 'calls' ? await app.gate.accountOf(request.headers.authorization) : null
      return `${bucket} ${account ?? networkOf(request.ip)}`
    },
    timeWindow: '1 minute',
    errorResponseBuilder: () => new Denied(STATUS.tooMany),
  })
}
