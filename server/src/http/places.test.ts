import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { holdPlace } from './places.ts'
import { inTurns } from './turns.ts'

/** An answer, of which only the line is looked at. */
const line = () => {
  const raw = new PassThrough()
  return { raw, reply: { raw } as unknown as FastifyReply }
}
const of = (lane: string) => ({ lane, person: lane })

test('a place is held until the line is closed, one of an institution, and the others go on', async () => {
  const places = inTurns(2, 1, 1)
  const [first, second, other] = [line(), line(), line()]
  await holdPlace(places, of('a'), first.reply)
  let hasSecond = false
  const waited = holdPlace(places, of('a'), second.reply).then(() => (hasSecond = true))
  await holdPlace(places, of('b'), other.reply)
  expect(hasSecond).toBe(false)
  // One may wait of each.
  await expect(holdPlace(places, of('a'), line().reply)).rejects.toMatchObject({ status: 429 })
  first.raw.destroy()
  await waited
})

test('a line that is closed while it waits takes no place', async () => {
  const places = inTurns(1)
  const [first, gone, third] = [line(), line(), line()]
  await holdPlace(places, of('a'), first.reply)
  const waited = holdPlace(places, of('b'), gone.reply)
  gone.raw.destroy()
  first.raw.destroy()
  await waited
  await holdPlace(places, of('c'), third.reply)
})

test('a line that stays open too long is cut', async () => {
  const places = inTurns(1)
  const [slow, next] = [line(), line()]
  await holdPlace(places, of('a'), slow.reply, 20)
  await holdPlace(places, of('b'), next.reply)
  expect(slow.raw.destroyed).toBe(true)
})
