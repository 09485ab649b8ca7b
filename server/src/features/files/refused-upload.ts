import { keyName, message, type MessageKey, type RefusedFile } from '@mingmou/contract'
import { Refusal } from '../../http/refusal.ts'

/** Refuses an uploaded file by its key, so that the page can say it by the name that the person knows. */
export const refusedUpload = (code: number, key: MessageKey, upload: string): Refusal =>
  refusedFor(code, message(key, keyName(upload)), upload)

/** The same for a reason that is encoded already. */
export const refusedFor = (code: number, reason: string, upload: string): Refusal =>
  new Refusal(code, reason, { refused: { upload, reason } } satisfies RefusedFile)
