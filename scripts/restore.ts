import { restoreCommand } from '../server/src/features/backup/commands.ts'

/**
 * `npm run restore -- --from DIR --key FILE [--until TIME]`: restores into an empty DATA_DIR, up to a
 * moment or to the newest that is kept. `--list` says what there is.
 */

process.exit(await restoreCommand(process.argv.slice(2)))
