import { setImmediate as breathe } from 'node:timers/promises'
import {
  CALLS,
  Envelope,
  ERROR,
  PRODUCT_VERSION,
  ROLES,
  STATUS,
  text,
  type Call,
} from '@mingmou/contract'
import { z } from 'zod'

type Json = Record<string, unknown>

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made: Json = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  delete made['$schema']
  return made
}

const FAILURES: [number, string][] = [
  [STATUS.refused, `Refused: error_code is one of ${codes()}`],
  [STATUS.malformed, 'The body is no JSON object'],
  [STATUS.unauthorised, 'No token, or one that does not verify'],
  [STATUS.tokenExpired, 'The token has expired'],
  [STATUS.sessionRevoked, 'The session has ended, or the account or institution is banned'],
  [STATUS.loggedInElsewhere, 'The account logged in elsewhere; this session was replaced'],
  [STATUS.passwordChangeRequired, 'First login: the password must be changed'],
  [STATUS.tooLarge, 'The body is too large'],
  [STATUS.tooMany, 'Too many calls from this address'],
  [STATUS.fault, 'A fault of ours; msg carries a reference'],
  [STATUS.roleNotAllowed, 'The role may not use this function'],
]

function codes(): string {
  return Object.entries(ERROR)
    .filter(([, code]) => code !== 0)
    .map(([name, code]) => `${code} ${name}`)
    .join(', ')
}

/** The contract as OpenAPI 3.1, made call by call: other work goes on meanwhile. */
export async function openApi(): Promise<Json> {
  const paths: Record<string, Json> = {}
  for (const call of CALLS) {
    await breathe()
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mingmou',
      version: PRODUCT_VERSION,
      description:
        'Every answer is an envelope. HTTP 202 means understood and refused; 405 and 600 mean what is said here.',
    },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: schemaOf(Envelope, 'output') },
      parameters: {
        language: {
          name: 'Accept-Language',
          in: 'header',
          description: 'zh-CN (default) or en: the language of msg',
          schema: { type: 'string' },
        },
      },
    },
  }
}

function operation(call: Call): Json {
  const roles = call.access === 'public' ? [] : call.access === 'signed-in' ? ROLES : call.access
  const input = schemaOf(call.body, 'input')
  return {
    operationId: call.path.slice(1).replaceAll(/\W+/g, '_'),
    summary: call.summary,
    description:
      call.access === 'public' ? 'For everybody.' : `For the roles ${[...roles].join(', ')}.`,
    ...(call.access !== 'public' && { security: [{ token: [] }] }),
    ...(call.method === 'GET'
      ? { parameters: [{ $ref: '#/components/parameters/language' }, ...queryOf(input)] }
      : {
          parameters: [{ $ref: '#/components/parameters/language' }],
          requestBody: { required: true, content: json(input) },
        }),
    responses: {
      '200': {
        description: 'Done',
        content: call.file === undefined ? json(answerOf(call)) : { [call.file]: {} },
      },
      ...Object.fromEntries(
        FAILURES.map(([status, description]) => [
          String(status),
          { description, content: json({ $ref: '#/components/schemas/Failure' }) },
        ]),
      ),
    },
  }
}

const json = (schema: Json) => ({ 'application/json': { schema } })

function answerOf(call: Call): Json {
  return {
    type: 'object',
    required: ['error_code', 'msg', 'data'],
    properties: {
      error_code: { const: 0 },
      msg: { type: 'string', examples: [text('zh-CN', 'ok')] },
      data: schemaOf(call.data, 'output'),
    },
  }
}

function queryOf(input: Json): Json[] {
  const required = Array.isArray(input['required']) ? input['required'] : []
  return Object.entries((input['properties'] ?? {}) as Record<string, Json>).map(
    ([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }),
  )
}
