import { expect, test } from 'vitest'
import { inTurns } from './turns.ts'

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
