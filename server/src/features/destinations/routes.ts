import {
  addDestination,
  deleteDestination,
  dicomOfArchive,
  echoDestination,
  listDeliveries,
  listDestinations,
  sendAgain,
  setDestination,
  setViewer,
  viewerOfPatient,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { archiveFileRoute, dicomAddress } from './archive-file.ts'
import * as destinations from './service.ts'
import { setViewerAddress, viewerAddresses } from './viewer.ts'

export function destinationRoutes(app: App, ctx: Context): void {
  mount(app, listDestinations, ({ caller }) => destinations.listAll(ctx, caller))
  mount(app, addDestination, ({ caller, body }) =>
    destinations.createDestination(ctx, caller, body),
  )
  mount(app, setDestination, async ({ caller, body }) => {
    await destinations.changeDestination(ctx, caller, body)
    return {}
  })
  mount(app, deleteDestination, async ({ caller, body }) => {
    await destinations.removeDestination(ctx, caller, body.destination_id)
    return {}
  })
  mount(app, echoDestination, ({ caller, body }) =>
    destinations.echo(ctx, caller, body.destination_id),
  )
  mount(app, listDeliveries, ({ caller, body }) =>
    destinations.listOfReport(ctx, caller, body.report_id),
  )
  mount(app, sendAgain, async ({ caller, body }) => {
    await destinations.sendOnceMore(ctx, caller, body.delivery_id)
    return {}
  })
  mount(app, dicomOfArchive, ({ caller, body }) => dicomAddress(ctx, caller, body.rid))
  archiveFileRoute(app, ctx)
  mount(app, setViewer, async ({ caller, body }) => {
    await setViewerAddress(ctx, caller, body.url)
    return {}
  })
  mount(app, viewerOfPatient, ({ caller, body }) => viewerAddresses(ctx, caller, body.pid))
}
