import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Destination } from '@mingmou/contract'
import { invalid } from '../../http/refusal.ts'
import type { Own } from '../../platform/line.ts'

const PRIVATE = /-----BEGIN ([A-Z ]*)PRIVATE KEY-----[^-]+-----END \1PRIVATE KEY-----/

/** The parts of what was pasted: the key stands before, between or behind the certificates. */
export function partsOf(pem: string): Own | null {
  const key = PRIVATE.exec(pem)?.[0]
  return key === undefined ? null : { key, cert: pem.replace(key, '').trim() }
}

function read(pem: string): { certificate: X509Certificate; key: string } | null {
  const parts = partsOf(pem)
  if (!parts) return null
  try {
    // The first one is ours; those above it follow.
    return { certificate: new X509Certificate(parts.cert), key: parts.key }
  } catch {
    return null
  }
}

/** Refuses, by its field, what a connection could not show. */
export function requireCertificate(pem: string, now: Date): void {
  const refuse = (why: string) => invalid({ certificate: why })
  const found = read(pem)
  if (!found) throw refuse('certificate_format')
  const { certificate, key } = found
  let own: boolean
  try {
    own = certificate.checkPrivateKey(createPrivateKey(key))
  } catch {
    throw refuse('certificate_format')
  }
  if (!own) throw refuse('certificate_key')
  if (new Date(certificate.validTo) < now) throw refuse('certificate_ended')
}

/** What is told of a certificate that is kept. */
export function toldOf(pem: string): Destination['certificate'] {
  const found = read(pem)
  if (!found) return null
  const { subject, validTo } = found.certificate
  return { subject: subject.replaceAll('\n', ', '), until: new Date(validTo).toISOString() }
}
