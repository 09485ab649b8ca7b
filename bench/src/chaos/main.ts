import { endOnSignals } from '@mingmou/e2e/cut'
import { FAULTS, STORE_FAULTS } from './faults.ts'
import { chaos } from './rounds.ts'

/**
 * `npm run chaos`: twenty-two faults while people write: killed and stopped processes, a full disk, power cuts, wrong clocks,
 * bad lines to mail server and object store. Needs root for the disk, and Debian's `faketime` for the clocks.
 */

endOnSignals()
console.log('Files in the data folder')
const { lost } = await chaos(FAULTS, { store: false })
console.log('Files in an object store')
lost.push(...(await chaos(STORE_FAULTS, { store: true })).lost)
for (const record of lost) console.error(`lost: ${record}`)
process.exit(lost.length === 0 ? 0 : 1)
