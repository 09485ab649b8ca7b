import { backupCommand } from '../server/src/features/backup/commands.ts'

/**
 * `npm run backup -- --to DIR --key FILE`: backs up database and files, running or not, and checks
 * the backup by restoring it. `--make-key FILE` makes a key.
 */

process.exit(await backupCommand(process.argv.slice(2)))
