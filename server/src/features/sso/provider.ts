import { isIssuer } from '@mingmou/contract'
import {
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client'
import type { Context } from '../../context.ts'
import { seal, unseal } from '../../platform/keys/seal.ts'
import { askOutward } from '../../platform/outward.ts'
import { ProviderFault } from './faults.ts'
import type { ProviderRow } from './queries.ts'

const about = (oid: string) => `sso ${oid}`
export const sealSecret = (ctx: Context, oid: string, secret: string) =>
  seal(ctx.keys.seal, secret, about(oid))
export const unsealSecret = (ctx: Context, oid: string, sealed: Buffer) =>
  unseal(ctx.keys.seal, sealed, about(oid))

export const fetchFor =
  (ctx: Context): CustomFetch =>
  (url, options) =>
    askOutward(ctx.config.oidc, url, options)

/** Reads the configuration of a provider (OpenID Connect Discovery), and checks what we rely on. */
export async function readMetadata(ctx: Context, issuer: string): Promise<ServerMetadata> {
  const found = await discovery(new URL(issuer), 'none', undefined, undefined, {
    [customFetch]: fetchFor(ctx),
  })
  const metadata = found.serverMetadata()
  // Some providers name one issuer for many customers. Anyone of them could then sign in.
  if (!isIssuer(metadata.issuer) || new URL(metadata.issuer).href !== new URL(issuer).href) {
    throw new ProviderFault('sso_wrong_issuer')
  }
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri]) {
    if (endpoint === undefined || !URL.canParse(endpoint)) {
      throw new ProviderFault('sso_no_document')
    }
    if (new URL(endpoint).protocol !== 'https:') throw new ProviderFault('sso_no_document')
  }
  const { code_challenge_methods_supported: methods } = metadata
  if (methods !== undefined && !methods.includes('S256')) throw new ProviderFault('sso_no_pkce')
  return metadata
}

const KEPT_MS = 600_000
/** A provider that failed is left alone so long: who asks meanwhile hears the same at once. */
const FAILED_MS = 15_000
const MOST = 1000
/**
 * What was read lately, by issuer: a sign-in then asks the provider for its tokens and keys alone,
 * and those who ask at one moment wait for one reading.
 */
type Lately = Map<string, { metadata: Promise<ServerMetadata>; until: number }>
const readBy = new WeakMap<Context['config'], Lately>()

function metadataOf(ctx: Context, issuer: string): Promise<ServerMetadata> {
  const now = ctx.now().getTime()
  const lately: Lately = readBy.get(ctx.config) ?? new Map()
  readBy.set(ctx.config, lately)
  const kept = lately.get(issuer)
  if (kept !== undefined && kept.until > now) return kept.metadata
  const read = { metadata: readMetadata(ctx, issuer), until: now + KEPT_MS }
  read.metadata.catch(() => {
    read.until = ctx.now().getTime() + FAILED_MS
  })
  if (lately.size >= MOST) lately.clear()
  lately.set(issuer, read)
  return read.metadata
}

/** This program as a client of the provider. Signatures of ID tokens are checked. */
export async function clientAt(ctx: Context, provider: ProviderRow): Promise<Configuration> {
  const metadata = await metadataOf(ctx, provider.issuer)
  const secret = unsealSecret(ctx, provider.oid, provider.client_secret)
  // A provider that says nothing takes it so (OpenID Connect Discovery).
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const isBasic = methods.includes('client_secret_basic')
  const way = isBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret)
  const client = new Configuration(metadata, provider.client_id, undefined, way)
  client[customFetch] = fetchFor(ctx)
  enableNonRepudiationChecks(client)
  return client
}
