import { addImageNote, deleteImageNote, listImageNotes } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as notes from './service.ts'

export function imageNoteRoutes(app: App, ctx: Context): void {
  mount(app, listImageNotes, ({ caller, body }) => notes.listNotes(ctx, caller, body.image_id))
  mount(app, addImageNote, ({ caller, body }) => notes.addNote(ctx, caller, body))
  mount(app, deleteImageNote, async ({ caller, body }) => {
    await notes.removeNote(ctx, caller, body.note_id)
    return {}
  })
}
