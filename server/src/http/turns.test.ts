import { setImmediate as breathe } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { inTurns, inTurnsByKind, type Turn } from './turns.ts'

test('two works run at a time, the others in their order, also after one that failed', async () => {
  const turn = inTurns(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3].map((number) =>
    turn(async () => {
      begun.push(number)
      await new Promise<void>((resolve) => (ends[number] = resolve))
      if (number === 1) throw new Error('failed')
      return number
    }),
  )
  const settled = Promise.allSettled(works)
  expect(begun).toEqual([0, 1])
  ends[1]?.()
  await expect(works[1]).rejects.toThrow('failed')
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.()
  await works[0]
  expect(begun).toEqual([0, 1, 2, 3])
  ends[2]?.()
  ends[3]?.()
  expect((await settled).map(({ status }) => status)).toEqual([
    ...['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  ])
  expect(await turn(() => Promise.resolve('free'))).toBe('free')
})

/** Works that end when they are told to, and the order in which they began. */
function held(turn: ReturnType<typeof inTurns>) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, whose: Turn) =>
    turn(async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    }, whose)
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.()
      await breathe()
    }
  }
  return { begun, ask, endAll }
}

test('the next turn is of the lane, and in it of the person, whose last turn is the longest ago', async () => {
  const { begun, ask, endAll } = held(inTurns(1))
  const [one, two] = [
    { lane: 'A', person: 'one' },
    { lane: 'A', person: 'two' },
  ]
  const three = { lane: 'B', person: 'three' }
  const works = [
    ...[1, 2, 3, 4].map((n) => ask(`one ${n}`, one)),
    ask('two', two),
    ask('three 1', three),
    ask('three 2', three),
  ]
  await endAll()
  await Promise.all(works)
  expect(begun).toEqual(['one 1', 'three 1', 'two', 'three 2', 'one 2', 'one 3', 'one 4'])
})

test('one person has at most a hundred works that wait; others go on', async () => {
  const { ask, endAll } = held(inTurns(1))
  const [one, two] = [
    { lane: 'A', person: 'one' },
    { lane: 'A', person: 'two' },
  ]
  const works = Array.from({ length: 101 }, (_, n) => ask(`one ${n}`, one))
  await expect(ask('one too many', one)).rejects.toMatchObject({ status: 429 })
  works.push(ask('two', two))
  await endAll()
  expect(await Promise.all(works)).toHaveLength(102)
})

test('strangers have a place of their own', async () => {
  const turns = inTurnsByKind({ staff: 1, strangers: 1 })
  const begun: string[] = []
  let end: () => void = () => undefined
  const visitor = { actor: null, ip: '203.0.113.9' }
  const slow = turns(visitor, () => new Promise<void>((resolve) => (end = resolve)))
  const waiting = turns(visitor, () => Promise.resolve(begun.push('visitor')))
  const clinician = { actor: { uid: 'u', oid: 'o', role: '4' } as Actor, ip: '' }
  await turns(clinician, () => Promise.resolve(begun.push('clinician')))
  expect(begun).toEqual(['clinician'])
  end()
  await Promise.all([slow, waiting])
  expect(begun).toEqual(['clinician', 'visitor'])
})
