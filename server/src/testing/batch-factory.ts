import { addBatchFile, fundusArchive, listBatch, type BatchFile } from '@mingmou/contract'
import { archiveFields, upload } from './clinical-factories.ts'
import type { SignedIn } from './factories.ts'
import { succeed, type TestApp } from './test-app.ts'
import { twoHalves } from './two-halves.ts'

let drawn = 0
/** A picture that no other one is like. */
export const newPicture = () => {
  const at = ++drawn
  return twoHalves(64, 48, { r: 1 + (at >> 8), g: at & 255, b: 70 })
    .png()
    .toBuffer()
}

/** Uploads a file under a name and adds it to the batch of an account. */
export async function addToBatch(
  app: TestApp,
  by: SignedIn,
  name: string,
  bytes?: Buffer,
): Promise<BatchFile> {
  const key = await upload(app, by, bytes ?? (await newPicture()))
  return succeed(app, addBatchFile, { modality: 'fundus', key, name }, { token: by.token })
}

export const batchOf = async (app: TestApp, by: SignedIn): Promise<BatchFile[]> =>
  (await succeed(app, listBatch, {}, { token: by.token })).rows

/** Asks to file these as a sitting, with the eyes that they have. */
export const fileBatch = (
  app: TestApp,
  by: SignedIn,
  pid: string,
  files: readonly BatchFile[],
  more: object = {},
) => {
  const files_path = files.map(({ key }) => key)
  const eyes = files.map(({ eye }) => eye)
  const body = { pid, ...archiveFields, files_path, eyes, repeated: [], ...more }
  return app.call(fundusArchive.create, body, { token: by.token })
}
