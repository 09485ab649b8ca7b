import { PRODUCT_VERSION, SCOPES } from '@mingmou/contract'
import { z } from 'zod'
import { TOKEN_PATH } from '../clients/grant.ts'
import { API, type Operation } from './operation.ts'

type Json = Record<string, unknown>

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made: Json = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  delete made['$schema']
  return made
}

const parametersOf = (schema: z.ZodType, place: 'path' | 'query', example: Json = {}): Json[] => {
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties as Record<string, Json>).map(([name, of]) => ({
    name,
    in: place,
    schema: of,
    required: place === 'path' || (required as string[]).includes(name),
    ...(name in example && { example: example[name] }),
  }))
}

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const FAILURES = {
  '400': problem('The request is wrong; `fields` says where'),
  '401': problem('No token, or one that is over'),
  '403': problem('The client does not have the scope'),
  '404': problem('It is not there'),
  '409': problem('It contradicts what is there'),
  '422': problem('The idempotency key was used for another request'),
  '429': problem('Too many calls; `Retry-After` says how long to wait'),
}

const IDEMPOTENCY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key with the same request gets the same answer for a day',
  schema: { type: 'string', maxLength: 128 },
}

function toOperation(of: Operation): Json {
  const { example } = of
  return {
    operationId: `${of.method.toLowerCase()}${of.path.replaceAll(/\W+/g, '_')}`,
    summary: of.summary,
    security: [{ oauth: [of.scope] }],
    parameters: [
      ...parametersOf(of.params, 'path', example.params),
      ...parametersOf(of.query, 'query', example.query),
      ...(of.writes === true ? [IDEMPOTENCY] : []),
    ],
    ...(of.method !== 'GET' && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemaOf(of.body, 'input'), example: example.body },
        },
      },
    }),
    responses: {
      '200': {
        description: 'Done',
        content:
          of.file === undefined
            ? { 'application/json': { schema: schemaOf(of.answer, 'output') } }
            : { [of.file]: {} },
      },
      ...FAILURES,
    },
  }
}

/** The operations as OpenAPI 3.1, with an example of each that a test sends. */
export function describeApi(operations: readonly Operation[], publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const of of operations) {
    const path = of.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [of.method.toLowerCase()]: toOperation(of) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Mingmou for local systems', version: PRODUCT_VERSION },
    servers: [{ url: `${publicUrl}${API}` }],
    paths,
    components: {
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl: `${publicUrl}${TOKEN_PATH}`,
              scopes: Object.fromEntries(SCOPES.map((scope) => [scope, scope])),
            },
          },
        },
      },
      schemas: { Problem: PROBLEM },
    },
  }
}

/** RFC 9457. */
const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}
