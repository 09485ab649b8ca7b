import { analysisEntry, type Findings, type Registration } from '@mingmou/contract'
import { decodeGrey } from '../image.ts'
import { register, type Registered } from './register.ts'

/** An analysed picture, and the map of vessels that its analysis has kept: an 8-bit grey PNG of its shape. */
export interface Analysed {
  findings: Findings
  map: Buffer
}

/** Lays the later of two analysed pictures of one eye and modality over the earlier. */
export async function registerAnalysed(before: Analysed, after: Analysed): Promise<Registration> {
  const [fixed, moving] = await Promise.all([registered(before), registered(after)])
  return register(fixed, moving)
}

async function registered({ findings, map }: Analysed): Promise<Registered> {
  const known = analysisEntry(findings.modality).registered?.(findings)
  if (!known) throw new Error(`pictures of ${findings.modality} are not laid over each other`)
  const { width, height } = findings.file
  return { width, height, ...known, map: await decodeGrey(map) }
}
