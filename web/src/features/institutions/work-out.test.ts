import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { differing, drawsTable } from './work-out.ts'

const bytes = randomBytes(32)
const secret = {
  secret: bytes.toString('hex'),
  commitment: createHash('sha256').update(bytes).digest('hex'),
  made_at: '2026-01-02T03:04:05.000Z',
}
const draw = (percent: number) => {
  const image_id = randomUUID()
  const value = createHmac('sha256', bytes).update(image_id).digest().readUInt32BE(0) % 10_000
  const { commitment, made_at } = secret
  return { image_id, commitment, value, percent, drawn: value < percent * 100, signed_at: made_at }
}
const draws = Array.from({ length: 200 }, (_, index) => draw(index / 2))

test('draws that were made with the disclosed secret agree', async () => {
  expect(await differing(secret, draws)).toBe(0)
})

test('a draw whose number or outcome was changed differs, and so does one of another session', async () => {
  const [first, second, third] = [draw(50), draw(50), draw(50)]
  const changed = [
    { ...first, value: (first.value + 1) % 10_000 },
    { ...second, drawn: !second.drawn },
    { ...third, image_id: randomUUID() },
  ]
  expect(await differing(secret, [...draws, ...changed])).toBe(3)
})

test('a secret that is not the one that was committed to is told', async () => {
  const other = { ...secret, secret: randomBytes(32).toString('hex') }
  expect(await differing(other, draws)).toBeNull()
})

test('the table holds a line a draw, with the secret once it is disclosed', () => {
  const [first] = draws.slice(0, 1)
  const lines = drawsTable({ secrets: [secret], draws: draws.slice(0, 1) }).split('\r\n')
  expect(lines).toEqual([
    'session_id,commitment,secret,value,percent,drawn,signed_at',
    [
      first?.image_id,
      secret.commitment,
      secret.secret,
      first?.value,
      0,
      false,
      secret.made_at,
    ].join(),
    '',
  ])
  expect(
    drawsTable({ secrets: [{ ...secret, secret: null }], draws }).includes(secret.secret),
  ).toBe(false)
})
