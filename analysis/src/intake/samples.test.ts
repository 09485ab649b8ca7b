import { expect, test } from 'vitest'
import { byTable, inEightBits, rangeInSteps } from './samples.ts'

test('a large picture is gone through in steps, and what waits meanwhile has its turn', async () => {
  const data = new Uint16Array(300_000).fill(700)
  const table = new Uint8Array(1000).fill(9)
  for (const work of [
    () => rangeInSteps(data),
    () => byTable(data, table, 0),
    () => inEightBits({ data, bits: 12 }),
  ]) {
    let turns = 0
    const waiting = setImmediate(function again() {
      turns++
      if (turns < 3) setImmediate(again)
    })
    await work()
    clearImmediate(waiting)
    expect(turns).toBeGreaterThan(1)
  }
})
