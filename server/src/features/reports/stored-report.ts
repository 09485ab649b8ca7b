import { MODALITIES, modalityOf, type DiagnosisClass } from '@mingmou/contract'
import { storedJson, type StoredJson } from '../../platform/database/stored-json.ts'
import { earlierAuthor } from './earlier-author.ts'
import { storedOf, type Snapshot } from './snapshot.ts'

/** The first version that tells who wrote the opinion by its text. */
const AUTHORED = 5

const KINDS = new Map(
  MODALITIES.map((modality) => [
    modality.class,
    storedJson<Snapshot>({
      version: modality.stored.report.version,
      schema: storedOf(modality),
      upgrade: (stored, version) => ({
        ...(modality.stored.report.upgrade(stored) as object),
        ...(version < AUTHORED && earlierAuthor(stored)),
      }),
    }),
  ]),
)

function kindOf(name: DiagnosisClass) {
  const kind = KINDS.get(modalityOf(name).class)
  if (!kind) throw new Error(`No report of class ${name}`)
  return kind
}

/** A report as it was made, as the table of reports holds it. */
export const reportJson = {
  write: (snapshot: Snapshot) => kindOf(snapshot.diagnosis_class).write(snapshot),
  read: ({ diagnosis_class, data }: { diagnosis_class: DiagnosisClass; data: StoredJson }) =>
    kindOf(diagnosis_class).read(data),
}
