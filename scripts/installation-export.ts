import { exportAllCommand } from '../server/src/features/move/commands.ts'

/** `npm run installation:export -- --to DIR --key FILE`: every table and file, readable by any server. */

process.exit(await exportAllCommand(process.argv.slice(2)))
