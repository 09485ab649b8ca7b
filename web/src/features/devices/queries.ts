import { listDevices } from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'

export const deviceQueries = {
  list: (page: number) => callQuery(listDevices, { page }),
}

export const devicesChanged = () => changed(listDevices)
