import { readConfig } from '../server/src/config.ts'
import { describe, verifyAudit } from '../server/src/features/audit/verify.ts'
import { StartRefused } from '../server/src/start-refused.ts'

/**
 * `npm run audit:verify [-- PLACE:HASH ...]`: names entries of the audit log that were changed,
 * removed or moved. Also names reports that were changed, removed or added. A head noted earlier
 * may be given too; the files keep one for each day.
 */

const noted = process.argv.slice(2).map((text) => {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === undefined || hash === undefined) {
    console.error(`${text}: not PLACE:HASH, as this command prints it`)
    process.exit(2)
  }
  return { seq: Number(seq), hash }
})
const found = await Promise.resolve()
  .then(() => verifyAudit(readConfig(), noted))
  .catch((error: unknown) => {
    if (!(error instanceof StartRefused)) throw error
    console.error(error.message)
    process.exit(78)
  })
const { entries, reports, head, faults } = found
for (const fault of faults) console.error(describe(fault))
console.log(
  `${entries} entries, ${reports} reports, ${faults.length} faults, head ${head.seq}:${head.hash}`,
)
process.exit(faults.length === 0 ? 0 : 1)
