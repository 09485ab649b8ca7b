import { AsyncLocalStorage } from 'node:async_hooks'

const hidden = new AsyncLocalStorage<readonly string[]>()

/** Whatever asks for patient data within `work` sees none of these sittings. Row-level security keeps them. */
export const blindTo = <T>(rids: readonly string[], work: () => T): T =>
  rids.length === 0 ? work() : hidden.run(rids, work)

/** The sittings that are hidden from whoever asks now. */
export const hiddenNow = (): readonly string[] => hidden.getStore() ?? []
