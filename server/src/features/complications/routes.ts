import {
  addComplication,
  deleteComplication,
  listComplications,
  setComplication,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { COMPLICATIONS } from './record.ts'

const FIRST = { '1': 'created_at', '2': 'start_date' } as const

export function complicationRoutes(app: App, ctx: Context): void {
  mount(app, listComplications, ({ caller, body: { pid, order } }) =>
    COMPLICATIONS.list(ctx, caller, pid, FIRST[order]),
  )
  mount(app, addComplication, async ({ caller, body: { pid, ...given } }) => ({
    row_id: await COMPLICATIONS.add(ctx, caller, pid, given),
  }))
  mount(app, setComplication, async ({ caller, body: { row_id: id, version, ...given } }) => {
    await COMPLICATIONS.set(ctx, caller, { id, version }, given)
    return {}
  })
  mount(app, deleteComplication, async ({ caller, body: { row_id: id, version } }) => {
    await COMPLICATIONS.remove(ctx, caller, { id, version })
    return {}
  })
}
