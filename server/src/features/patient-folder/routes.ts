import { Readable } from 'node:stream'
import { exportPatient } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mountFile, type App } from '../../http/mount.ts'
import { holdExport } from '../../http/places.ts'
import { attachment } from '../../platform/files/files.ts'
import { openFolder } from './read.ts'
import { zipOf } from './zip.ts'

export function patientFolderRoutes(app: App, ctx: Context): void {
  mountFile(app, exportPatient, async ({ caller, body, reply }) => {
    await holdExport(caller, reply)
    const folder = await openFolder(ctx, caller, body.pid)
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', attachment(`${folder.form.ad_card_number}.zip`))
      .header('cache-control', 'no-store')
      .send(Readable.from(zipOf(ctx, caller, folder)))
  })
}
