import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** A certificate for 127.0.0.1 that vouches for itself: `NAME.key` and `NAME.pem` in the folder. */
export function makeCertificate(
  folder: string,
  name: string,
  days = 2,
): { key: string; pem: string } {
  const [key, pem] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-days', String(days), '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', key, '-out', pem],
  ])
  return { key, pem }
}
