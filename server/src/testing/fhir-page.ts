/** `docs/fhir.md`: what is served, with resources of a test as examples. `npx vitest run --project server fhir -u` prints it. */

const HEAD = `# FHIR

What \`/fhir\` serves: FHIR R4 (4.0.1), JSON, read only. The page is printed from the answers of a test: \`npx vitest run --project server fhir -u\`.

## Coming in

A client of the institution gets a token at \`/oauth/token\` ([decision 154](decisions/154-programs-of-a-hospital-call-as-clients.md)) and sends it as \`Authorization: Bearer …\`. It sees its institution and nothing else. \`/fhir/metadata\` is open to everybody and names each type with its parameters.

| types                                             | scope          |
| ------------------------------------------------- | -------------- |
| Patient                                           | people:read    |
| ServiceRequest, Task                              | orders:read    |
| ImagingStudy, Media, Binary of a photograph       | images:read    |
| DiagnosticReport, Observation, Device, Provenance | results:read   |
| Practitioner                                      | results:read   |
| DocumentReference, Composition, Binary of a PDF   | documents:read |
| Organization                                      | any            |
| Group/ID/$export, bulk                            | bulk:read      |

## Searching

- By GET, or by POST to \`_search\` with a form: names then stand in no address.
- \`_id\`, \`_lastUpdated\`, \`_count\` (at most 100) hold for every type that is searched. A page leads on by its \`next\` link.
- \`_include\` brings along what is found refers to, as \`/fhir/metadata\` names it ([decision 231](decisions/231-what-is-found-brings-along-what-it-refers-to.md)). The client needs the scope of that type too. There is no \`_revinclude\`.
- \`_total=accurate\` counts what all pages hold; \`estimate\` is as exact. Observations are not counted: they are parts of reports.
- A number is \`urn:uuid:INSTITUTION|NUMBER\`, or the number alone.
- A day is one of Asia/Shanghai. \`eq\`, \`ge\`, \`gt\`, \`le\` and \`lt\` may stand before it.
- A parameter that is not known is left out of the \`self\` link, and refused under \`Prefer: handling=strict\`.
- \`ETag\` and \`If-None-Match\` spare what is known already.

## What it means

- \`Composition/ID/$document\` is a report with all that it refers to, in one bundle that can be kept without this server: findings, program, clinician, and the PDF in both languages ([decision 201](decisions/201-a-document-is-what-was-signed.md)). A void report says so in each of its parts. One that was superseded is no document any more; \`DocumentReference\` tells of it.
- \`Patient/ID/$everything\` is all that is served of a patient, by pages: each resource once, with \`_count\`, \`_type\` (several with commas) and \`_since\` (changed at or after). A client needs the scopes of all types that it asks for, and so names them where it has fewer: nothing is left out unseen. After a merge of two records take the patient out anew, without \`_since\`: what is filed under the other record says another patient, and is not changed itself.
- \`Group/INSTITUTION/$export\` is all that is served of an institution, as files of NDJSON ([decision 207](decisions/207-bulk-export.md)): 202 with \`Content-Location\`, which answers 202 while it is made and then the manifest. \`_type\` and \`_since\` as above. A file is fetched with a token. All are gone after 24 hours, or by DELETE of that address. One export of an institution runs at a time, and three are kept.
- A \`Task\` tells how far the photographs of an order are: \`requested\` while they wait, \`completed\` with the sitting as its output, or \`cancelled\`. It has the id of the \`ServiceRequest\` that is its focus.
- A \`Media\` is one photograph of a sitting: its eye where it is known, and the picture as the program shows it. It changes when it is analysed, and when a clinician states something of it.
- Only signed reports are served. What the machine alone says waits for a clinician; \`/api/v1\` tells it as preliminary.
- A report is \`final\`, \`amended\` where it took the place of another one, \`cancelled\` where another one took its place, \`entered-in-error\` where it is void.
- An observation names the clinician who stated its value or drew what it was measured from, and the device where nobody did. That a clinician changed something else does not make a value stated: its method then says so.
- Where the machine could not tell there is no value, and \`dataAbsentReason\` says why. It is never stage 0.
- A treated eye in which no lesion reaches a grade has no stage either, unless a clinician stated it. The text of a stage, and of why there is none, says what is told of this eye: that lesions were found without one, or that it is at least of a stage. The consequence of an eye has all of it in a sentence, as its note.
- An eye that the report does not show has a consequence without a value: not photographed, no image that could be judged, none known to be of it, or photographed and not part of this report.
- The eye is the body site: our own code first, SNOMED CT beside it.
- Codes of figures are our own ([figures](figures.md)). LOINC's for the stage and the cup name ophthalmoscopy as their method, which a photograph is not.
- No profile is claimed.

## Examples
`

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const SYSTEM = 'cdf3dfe0-456f-467b-bc53-57f5a535a2f2'

/** The same in every run: ids, times and numbers of the run give way to fixed ones. */
export function fhirPage(
  resources: readonly { resourceType: string }[],
  publicUrl: string,
): string {
  const ids = new Map<string, string>()
  const idFor = (id: string) => {
    if (id === SYSTEM) return id
    const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, known)
    return known
  }
  const parts = resources.map((resource) => {
    const text = JSON.stringify(resource, null, 2)
      .replaceAll(publicUrl, 'https://mingmou.example.com')
      .replaceAll(UUID, idFor)
      .replaceAll(/R\d{8}-[A-Z2-7]{26}/g, 'R20260102-ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      .replaceAll(/20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-01-02T03:04:05.678Z')
      .replaceAll(/"occurrenceDateTime": "[^"]+"/g, '"occurrenceDateTime": "2026-01-02"')
      .replaceAll(/"name": "演示机构\d+"/g, '"name": "演示机构"')
      .replaceAll(/"display": "演示机构\d+"/g, '"display": "演示机构"')
      .replaceAll(/M\d{10}/g, 'M0000000197')
    return `\n### ${resource.resourceType}\n\n\`\`\`fhir+json\n${text}\n\`\`\`\n`
  })
  return HEAD + parts.join('')
}
