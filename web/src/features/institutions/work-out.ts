import type { checkDraws, DataOf } from '@mingmou/contract'

type Answer = DataOf<typeof checkDraws>
export type Secret = Answer['secrets'][number]
export type Draw = Answer['draws'][number]

/** Of 10,000; the percentage is of 100. */
const CHANCES = 10_000
const isDrawn = (value: number, percent: number) => value < (percent * CHANCES) / 100

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Works the draws of a disclosed secret out again, in the browser and not by the program that drew. Returns how many
 * differ; null: the secret is not the one that was committed to. A page without HTTPS has nothing to work it out with.
 */
export async function differing(
  { commitment, secret }: Secret,
  draws: readonly Draw[],
): Promise<number | null> {
  const bytes = bytesOf(secret ?? '')
  if (hexOf(await crypto.subtle.digest('SHA-256', bytes)) !== commitment) return null
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const agree = await Promise.all(
    draws.map(async ({ image_id, value, percent, drawn }) => {
      const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(image_id))
      const again = new DataView(signed).getUint32(0) % CHANCES
      return again === value && isDrawn(again, percent) === drawn
    }),
  )
  return agree.filter((agrees) => !agrees).length
}

const HEAD = 'session_id,commitment,secret,value,percent,drawn,signed_at'

/** All that another program needs to work the draws out. */
export function drawsTable({ secrets, draws }: Answer): string {
  const secretOf = new Map(secrets.map(({ commitment, secret }) => [commitment, secret ?? '']))
  const rows = draws.map(({ image_id, commitment, value, percent, drawn, signed_at }) =>
    [image_id, commitment, secretOf.get(commitment), value, percent, drawn, signed_at].join(','),
  )
  return [HEAD, ...rows, ''].join('\r\n')
}
