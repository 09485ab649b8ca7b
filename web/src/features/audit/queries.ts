import { exportAudit, listAudit, type AuditEntry, type DataOf } from '@mingmou/contract'
import { api } from '../../lib/api.ts'
import { saveFile } from '../../lib/download.ts'
import type { List } from '../../ui/list-page.tsx'
import type { Words } from '../../ui/list-state.ts'

type AuditPage = DataOf<typeof listAudit>

/** Entries of the audit log, all or those of one patient. */
export const auditList = (pid: string | null): List<AuditEntry, AuditPage> => ({
  key: [listAudit.path, pid],
  ask: ({ words, page }, signal) =>
    api(listAudit, { ...filtersOf(words, pid), ...page }, { signal }),
})

export const saveAudit = (words: Words, pid: string | null, name: string) =>
  saveFile(exportAudit.path, { type: 'text/csv', name }, filtersOf(words, pid))

const filtersOf = (words: Words, pid: string | null) => ({
  ...words,
  ...(pid !== null && { pid }),
})
