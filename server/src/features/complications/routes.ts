import {
  addComplication,
  deleteComplication,
  listComplications,
  setComplication,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as complications from './service.ts'

export function complicationRoutes(app: App, ctx: Context): void {
  mount(app, listComplications, ({ caller, body }) => complications.listRows(ctx, caller, body))
  mount(app, addComplication, ({ caller, body }) => complications.addRow(ctx, caller, body))
  mount(app, setComplication, async ({ caller, body }) => {
    await complications.changeRow(ctx, caller, body)
    return {}
  })
  mount(app, deleteComplication, async ({ caller, body }) => {
    await complications.removeRow(ctx, caller, body)
    return {}
  })
}
