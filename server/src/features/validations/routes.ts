import {
  bringValidation,
  exportValidation,
  listValidationRows,
  listValidations,
  openValidation,
  printValidation,
  removeValidation,
  repeatValidation,
  startValidation,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, mountFile, type App } from '../../http/mount.ts'
import { bring } from './bring.ts'
import { toCsv, toPdf } from './files.ts'
import * as service from './service.ts'

export function validationRoutes(app: App, ctx: Context): void {
  mount(app, listValidations, ({ caller }) => service.list(ctx, caller))
  mount(app, startValidation, ({ caller, body }) => service.start(ctx, caller, body))
  mount(app, bringValidation, ({ caller, body }) => bring(ctx, caller, body))
  mount(app, repeatValidation, ({ caller, body }) =>
    service.repeat(ctx, caller, body.validation_id),
  )
  mount(app, removeValidation, async ({ caller, body }) => {
    await service.remove(ctx, caller, body.validation_id)
    return {}
  })
  mount(app, openValidation, ({ caller, body }) => service.open(ctx, caller, body.validation_id))
  mount(app, listValidationRows, ({ caller, body }) => service.rows(ctx, caller, body))
  mountFile(app, exportValidation, async ({ caller, body, reply }) =>
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="validation.csv"')
      .header('cache-control', 'no-store')
      .send(await toCsv(ctx, caller, body.validation_id)),
  )
  mountFile(app, printValidation, async ({ caller, body, reply }) =>
    reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', 'inline; filename="validation.pdf"')
      .header('cache-control', 'no-store')
      .send(await toPdf(ctx, caller, body.validation_id, body.lang)),
  )
}
