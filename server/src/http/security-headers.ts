import helmet from '@fastify/helmet'
import type { Config } from '../config.ts'
import type { App } from './mount.ts'

/** For answers that are no page and come from below Fastify. */
export const BARE_HEADERS = [
  ['content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
] as const

/** Limits what a page may load and who may frame it. */
export async function securityHeaders(app: App, config: Config): Promise<void> {
  const store = config.s3 === null ? [] : [new URL(config.s3.endpoint).origin]
  const https = config.publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // antd writes its styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:', ...store],
        connectSrc: ["'self'", ...store],
        fontSrc: ["'self'", 'data:'],
        workerSrc: ["'self'", 'blob:'],
        // A PDF is printed from a frame.
        frameSrc: ['blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    // Without https this would lock users of a plain address out.
    strictTransportSecurity: https,
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
    referrerPolicy: { policy: 'no-referrer' },
  })
}
