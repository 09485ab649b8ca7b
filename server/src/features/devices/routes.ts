import {
  addDevice,
  deleteDevice,
  echoDevice,
  listDevices,
  setCalledTitle,
  setDevice,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { testEcho } from './echo.ts'
import { changeDevice, createDevice, openDevices, removeDevice, setTitle } from './service.ts'

export function deviceRoutes(app: App, ctx: Context): void {
  mount(app, listDevices, ({ caller, body }) => openDevices(ctx, caller, body))
  mount(app, addDevice, ({ caller, body }) => createDevice(ctx, caller, body))
  mount(app, setDevice, async ({ caller, body }) => {
    await changeDevice(ctx, caller, body)
    return {}
  })
  mount(app, deleteDevice, async ({ caller, body }) => {
    await removeDevice(ctx, caller, body.device_id)
    return {}
  })
  mount(app, setCalledTitle, async ({ caller, body }) => {
    await setTitle(ctx, caller, body.ae_title)
    return {}
  })
  mount(app, echoDevice, ({ caller, body }) => testEcho(ctx, caller, body.device_id))
}
