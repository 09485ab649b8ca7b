import { runProgram } from '../server/src/program.ts'
import buildPages from './pages.ts'

/** `npm start`: a demonstration. Builds the pages where they are missing or old. */

process.env['DEMO'] ??= '1'
await runProgram(buildPages())
