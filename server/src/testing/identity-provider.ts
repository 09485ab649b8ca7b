import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import type { OutwardConfig } from '../config.ts'
import { makeCertificate } from './certificate.ts'

export const CLIENT = { client_id: 'mingmou', client_secret: 'a-secret-of-the-provider-1' }

export interface IdentityProvider {
  issuer: string
  /** How the program reaches it. */
  outward: OutwardConfig
  /** Who sits before the browser. With `denies` this person refuses. */
  person: { sub: string; denies?: boolean }
  /** Changes of the next ID tokens. `otherKey` signs them by a key that nobody knows. */
  forging: { claims?: Record<string, unknown>; otherKey?: boolean }
  /** Serves the program at this address. Called once. */
  serve(redirectUri: string): void
  /** A browser of its own goes there and signs in. Returns what its address brings back to us. */
  visit(url: string): Promise<Record<string, string>>
  close(): Promise<void>
}

/**
 * A real provider of OpenID Connect on loopback, over HTTPS with a certificate of its own. A program
 * whose address is not known yet is served later.
 */
export async function identityProvider(redirectUri?: string): Promise<IdentityProvider> {
  const folder = mkdtempSync(join(tmpdir(), 'mingmou-oidc-'))
  const { key, pem } = makeCertificate(folder, 'provider')
  const cert = readFileSync(pem, 'utf8')
  const server = createServer({ key: readFileSync(key, 'utf8'), cert })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = await generateKeyPair('ES256', { extractable: true })
  const other = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(keys.privateKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  let home = ''
  const made: IdentityProvider = {
    issuer,
    outward: { privateOrigins: [issuer], caFile: pem },
    person: { sub: 'nobody' },
    forging: {},
    serve,
    visit: (url) => follow(url, cert, home),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true })
    },
  }
  function serve(address: string) {
    home = address
    const provider = new Provider(issuer, {
      clients: [{ ...CLIENT, redirect_uris: [address], id_token_signed_response_alg: 'ES256' }],
      jwks: {
        keys: [jwk],
      },
      cookies: { keys: ['only-for-tests'] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/arrive/${uid}` },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    })
    provider.use(async (turn, next) => {
      await next()
      const { claims, otherKey } = made.forging
      const token = turn.body?.id_token
      if (turn.body === undefined || token === undefined) return
      if (claims === undefined && otherKey === undefined) return
      turn.body.id_token = await new SignJWT({ ...decodeJwt(token), ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .sign(otherKey === true ? other.privateKey : keys.privateKey)
    })
    const arrive = async (asked: IncomingMessage, answered: ServerResponse) => {
      const { params } = await provider.interactionDetails(asked, answered)
      const { sub, denies } = made.person
      if (denies === true) {
        return provider.interactionFinished(asked, answered, { error: 'access_denied' })
      }
      const grant = new provider.Grant({ accountId: sub, clientId: params.client_id })
      grant.addOIDCScope('openid')
      const done = { login: { accountId: sub }, consent: { grantId: await grant.save() } }
      return provider.interactionFinished(asked, answered, done)
    }
    const others = provider.callback()
    server.on('request', (asked, answered) => {
      if (asked.url?.startsWith('/arrive/') === true) void arrive(asked, answered)
      else others(asked, answered)
    })
  }
  if (redirectUri !== undefined) serve(redirectUri)
  return made
}

/** As a browser follows redirects, with its cookies, until one leads back to us. */
async function follow(first: string, ca: string, home: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  let url = first
  while (!url.startsWith(home)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = request(url, { ca, agent: false, headers: { cookie } }).end()
    const [answered] = (await once(sent, 'response')) as [IncomingMessage]
    answered.resume()
    for (const line of answered.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const { location } = answered.headers
    if (location === undefined) throw new Error(`${url}: ${answered.statusCode}`)
    url = new URL(location, url).href
  }
  return Object.fromEntries(new URL(url).searchParams)
}
