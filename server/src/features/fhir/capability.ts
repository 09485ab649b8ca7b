import { PRODUCT_VERSION } from '@mingmou/contract'
import { TOKEN_PATH } from '../clients/grant.ts'
import { includesOf } from './include.ts'
import { TYPES } from './types.ts'

const KINDS: Readonly<Record<string, string>> = {
  identifier: 'token',
  name: 'string',
  birthdate: 'date',
  patient: 'reference',
  subject: 'reference',
  date: 'date',
  status: 'token',
  code: 'token',
  category: 'token',
}

const operation = (type: string, name: string) => ({
  operation: [{ name, definition: `http://hl7.org/fhir/OperationDefinition/${type}-${name}` }],
})
const OPERATIONS: Readonly<Record<string, object>> = {
  Composition: operation('Composition', 'document'),
  Patient: operation('Patient', 'everything'),
}

const GROUP_EXPORT = {
  name: 'export',
  definition: 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition/group-export',
}

const SMART = 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris'

/** What is served, for programs that ask first. */
export const capability = (publicUrl: string, date: Date): object => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: date.toISOString(),
  kind: 'instance',
  software: { name: 'Mingmou', version: PRODUCT_VERSION },
  implementation: { description: 'Mingmou', url: `${publicUrl}/fhir` },
  fhirVersion: '4.0.1',
  format: ['application/fhir+json', 'json'],
  rest: [
    {
      mode: 'server',
      security: {
        extension: [
          { url: SMART, extension: [{ url: 'token', valueUri: `${publicUrl}${TOKEN_PATH}` }] },
        ],
        description: 'OAuth 2.0 client credentials',
      },
      resource: [
        ...TYPES.map(({ type, parameters }) => ({
          type,
          interaction: [{ code: 'read' }, { code: 'search-type' }],
          searchParam: ['_id', '_lastUpdated', ...parameters]
            .filter((name) => !name.includes('.'))
            .map((name) => ({ name, type: KINDS[name] ?? (name === '_id' ? 'token' : 'date') })),
          ...(includesOf(type).length > 0 && { searchInclude: includesOf(type) }),
          ...OPERATIONS[type],
        })),
        { type: 'Group', operation: [GROUP_EXPORT] },
        ...['Organization', 'Practitioner', 'Binary'].map((type) => ({
          type,
          interaction: [{ code: 'read' }],
        })),
      ],
    },
  ],
})
