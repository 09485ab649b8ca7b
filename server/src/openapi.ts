import { openApi } from './http/openapi.ts'

/** `npm run openapi`: the contract as OpenAPI, on standard output. */
process.stdout.write(`${JSON.stringify(await openApi(), null, 2)}\n`)
