import { expect, test } from 'vitest'
import { WORST } from '@mingmou/bench/chaos/faults'
import { chaos } from '@mingmou/bench/chaos/rounds'

test(
  'a power cut, a full disk and a killed database take nothing that was acknowledged',
  { timeout: 600_000 },
  async () => {
    const { ledger, lost } = await chaos(WORST, { store: false, people: 1 })
    expect(lost).toEqual([])
    const { patients, exams, photographs, answers } = ledger
    for (const acknowledged of [patients, exams, photographs, answers]) {
      expect(acknowledged).not.toEqual([])
    }
  },
)
