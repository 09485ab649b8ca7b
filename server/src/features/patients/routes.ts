import { addPatient, deletePatient, listPatients, patientInfo, setPatient } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as patients from './service.ts'

export function patientRoutes(app: App, ctx: Context): void {
  mount(app, listPatients, ({ actor, ip, body }) =>
    patients.searchPatients(ctx, { actor, ip }, body),
  )
  mount(app, addPatient, ({ actor, ip, body }) =>
    patients.addPatientRecord(ctx, { actor, ip }, body),
  )
  mount(app, setPatient, async ({ actor, ip, body }) => {
    await patients.changePatient(ctx, { actor, ip }, body)
    return {}
  })
  mount(app, deletePatient, async ({ actor, ip, body }) => {
    await patients.deletePatientRecord(ctx, { actor, ip }, body.pid)
    return {}
  })
  mount(app, patientInfo, ({ actor, ip, body }) =>
    patients.openPatient(ctx, { actor, ip }, body.pid),
  )
}
