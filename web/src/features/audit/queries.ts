import { exportAudit, listAudit } from '@mingmou/contract'
import { saveFile } from '../../lib/files/download.ts'
import { listOf } from '../../ui/lists/list-page.tsx'
import type { Words } from '../../ui/lists/list-state.ts'

/** Entries of the audit log, all or those of one patient. */
export const auditList = (pid: string | null) =>
  listOf(
    listAudit,
    ({ words, page }) => ({ ...filtersOf(words, pid), ...page }),
    (answer) => answer,
  )

export const saveAudit = (words: Words, pid: string | null, name: string) =>
  saveFile(exportAudit.path, { type: 'text/csv', name }, filtersOf(words, pid))

const filtersOf = (words: Words, pid: string | null) => ({
  ...words,
  ...(pid !== null && { pid }),
})
