import { BODY_FIELDS, STATUS } from '@mingmou/contract'
import type { App } from './mount.ts'
import { Denied } from './refusal.ts'

/** The end of a field's name, or similar characters within a text. */
const FIELD = /"\s*:/g

function hasTooManyFields(json: string): boolean {
  let fields = 0
  FIELD.lastIndex = 0
  while (fields <= BODY_FIELDS && FIELD.test(json)) fields++
  return fields > BODY_FIELDS
}

/**
 * Parses bodies of JSON. Parsing thousands of fields blocks other calls for milliseconds. Counting
 * them costs hardly anything.
 */
export function jsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = body.toString()
    if (hasTooManyFields(json)) done(new Denied(STATUS.tooLarge))
    else void parse(request, json, done)
  })
}
