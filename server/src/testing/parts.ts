/** Parts of the program that measurements run one by one. */
export { readConfig } from '../config.ts'
export { openSource } from '../features/backup/source.ts'
export { hashPassword } from '../features/credentials/passwords.ts'
export { startEmbedded } from '../platform/database/embedded-database.ts'
export { openLog } from '../platform/log.ts'
