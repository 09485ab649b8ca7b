import { importCommand } from '../server/src/features/move/commands.ts'

/** `npm run institution:import -- --from DIR [--key FILE]`: brings in what was exported, or nothing. */

process.exit(await importCommand(process.argv.slice(2)))
