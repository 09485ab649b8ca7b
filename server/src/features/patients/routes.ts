import {
  addPatient,
  deletePatient,
  listPatients,
  mergePatients,
  patientInfo,
  setPatient,
  unmergePatient,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { mergeRecords, unmergeRecord } from './merge.ts'
import * as patients from './service.ts'

export function patientRoutes(app: App, ctx: Context): void {
  mount(app, listPatients, ({ caller, body }) => patients.searchPatients(ctx, caller, body))
  mount(app, addPatient, ({ caller, body }) => patients.addPatientRecord(ctx, caller, body))
  mount(app, setPatient, async ({ caller, body }) => {
    await patients.changePatient(ctx, caller, body)
    return {}
  })
  mount(app, deletePatient, async ({ caller, body }) => {
    await patients.deletePatientRecord(ctx, caller, body)
    return {}
  })
  mount(app, mergePatients, async ({ caller, body }) => {
    await mergeRecords(ctx, caller, body)
    return {}
  })
  mount(app, unmergePatient, async ({ caller, body }) => {
    await unmergeRecord(ctx, caller, body)
    return {}
  })
  mount(app, patientInfo, ({ caller, body }) => patients.openPatient(ctx, caller, body.pid))
}
