import { fundusArchive, type Eye } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import { encodeGrey } from '@mingmou/analysis/testing/parts'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { keepAnalysis } from '../features/analyses/keep.ts'
import { withInstitution } from '../platform/database/institution.ts'
import { archiveFields, plainImage, upload } from './clinical-factories.ts'
import type { SignedIn } from './factories.ts'
import { succeed, type TestApp } from './test-app.ts'

export interface VesselMap {
  width: number
  height: number
  data: Uint8Array
}

interface Shown {
  /** Its vessels; without them the analysis kept no map. */
  map: VesselMap | null
  eye: Eye | null
  /** The size where no map is kept. */
  size: { width: number; height: number }
}

/** An analysed sitting of one picture. Returns the id of its analysis. */
export async function analysedPicture(
  app: TestApp,
  by: SignedIn,
  pid: string,
  { map, eye, size }: Shown,
): Promise<string> {
  const oid = by.oid ?? ''
  const key = await upload(app, by, await plainImage())
  const archive = { pid, ...archiveFields, files_path: [key], repeated: [key] }
  const { rid } = await succeed(app, fundusArchive.create, archive, { token: by.token })
  const analysis_record_id = newId()
  const overlays = map
    ? [{ name: 'vessels', key: `analyses/${oid}/${analysis_record_id}/0.vessels.png` }]
    : []
  for (const overlay of overlays)
    if (map) await app.context.files.put(overlay.key, await encodeGrey(map), 'image/png')
  const { width, height } = map ?? size
  const centre: [number, number] = [width / 2, height / 2]
  const field = { centre, diameter_px: 0.96 * Math.min(width, height) }
  const findings = {
    ...SAMPLE_FINDINGS,
    eye,
    disc_centre: null,
    fovea_centre: null,
    disc: null,
    file: { ...SAMPLE_FINDINGS.file, width, height },
    quality: { ...SAMPLE_FINDINGS.quality, field: { ...field, inside_frame: 1, area_px: 1 } },
  }
  await withInstitution(app.context.db, oid, (trx) =>
    keepAnalysis(
      trx,
      oid,
      { analysis_record_id, pid, rid, modality: 'fundus', requested_by: by.uid },
      [{ image_index: 0, findings, overlays, error: null }],
    ),
  )
  return analysis_record_id
}
