import { MODALITIES, MODALITY, type Findings, type Modality } from '@mingmou/contract'
import { storedJson, type StoredJson } from '../../platform/database/stored-json.ts'

const kindOf = ({ findings: schema, stored }: (typeof MODALITIES)[number]) =>
  storedJson<Findings>({ ...stored.findings, schema })
type Stored = ReturnType<typeof kindOf>

const KINDS = Object.fromEntries(
  MODALITIES.map((modality) => [modality.key, kindOf(modality)]),
) as Record<Modality, Stored>

/** The machine's findings in an image, as the table of analyses holds them. */
export const findingsJson: Stored = {
  write: (findings) => KINDS[findings.modality].write(findings),
  read: (stored) => KINDS[modalityOf(stored)].read(stored),
}

function modalityOf(stored: StoredJson): Modality {
  const { modality = '' } = stored as { modality?: string }
  if (!(modality in MODALITY)) throw new Error('Findings of no known modality')
  return modality as Modality
}
