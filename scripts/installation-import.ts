import { importAllCommand } from '../server/src/features/move/commands.ts'

/** `npm run installation:import -- --from DIR --key FILE`: fills an empty installation, or leaves it. */

process.exit(await importAllCommand(process.argv.slice(2)))
