import { exportCommand } from '../server/src/features/move/commands.ts'

/**
 * `npm run institution:export -- --institution EMAIL_OR_OID --to DIR [--key FILE]`: everything that
 * one institution owns, for another installation.
 */

process.exit(await exportCommand(process.argv.slice(2)))
