import { runProgram } from '../server/src/program.ts'

/** `npm start`: a demonstration. */

process.env['DEMO'] ??= '1'
await runProgram()
