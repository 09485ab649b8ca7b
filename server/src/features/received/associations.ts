import type { Socket } from 'node:net'
import type { DeviceFault } from '@mingmou/contract'
import type { DicomConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { PDU_BYTES } from '../../platform/dicom/limits.ts'
import { servePeer, STORE, type Dimse, type Rejection } from '../../platform/dicom/peer.ts'
import { plainAddress } from '../../platform/networks.ts'
import { silentCallers } from '../../platform/silent-callers.ts'
import { findCaller, noteFault, type Calling } from '../devices/service.ts'
import { answerQuery } from '../orders/modality-worklist.ts'
import { endSending, receiveFile } from './receive.ts'

/** Serves connections of devices, with a limit for each and for all. A log line names no patient. */
export function serveAssociation(
  ctx: Context,
  dimse: Dimse,
  config: DicomConfig,
): (socket: Socket) => void {
  const { firstMs, silenceMs, datasetBytes, most } = config
  const limits = { pduBytes: PDU_BYTES, firstMs, silenceMs, datasetBytes }
  const unasked = silentCallers()
  const running = new Map<string, number>()
  const ofAll = () => [...running.values()].reduce((sum, count) => sum + count, 0)
  return (socket) => {
    const ip = plainAddress(socket.remoteAddress ?? '')
    unasked.add(ip, socket, most.unasked)
    let from: (Calling & { ip: string }) | null = null
    let stored = false
    let well = true
    const tell = (fault: DeviceFault) => {
      well = false
      if (from) void noteFault(ctx, from, fault).catch(complain)
    }
    const complain = (error: unknown) => {
      // The end of the program closes what this waits for.
      if (!ctx.ended.aborted) ctx.log.error({ err: error }, 'a device was not noted')
    }
    const admit = async (titles: {
      calling: string
      called: string
    }): Promise<Rejection | null> => {
      unasked.remove(ip, socket)
      const found = await findCaller(ctx, { ...titles, address: ip })
      if (typeof found === 'string') {
        ctx.log.warn({ ip, ...titles, why: found }, 'an association was refused')
        return found
      }
      const { device_id } = found.device
      const own = running.get(device_id) ?? 0
      if (own >= most.device || ofAll() >= most.all) {
        await noteFault(ctx, found, 'busy')
        ctx.log.warn({ ip, ...titles, why: 'busy' }, 'an association was refused')
        return 'busy'
      }
      if (socket.destroyed) return 'busy'
      running.set(device_id, own + 1)
      socket.on('close', () => {
        if (stored) void endSending(ctx, found, well).catch(complain)
        const left = (running.get(device_id) ?? 1) - 1
        if (left > 0) running.set(device_id, left)
        else running.delete(device_id)
      })
      from = { ...found, ip }
      return null
    }
    socket.on('close', () => unasked.remove(ip, socket))
    servePeer(dimse, socket, limits, {
      admit,
      accepted: (taken) => {
        if (taken === 0) tell('classes')
      },
      store: async (sent) => {
        stored = true
        const status = from === null ? STORE.failure : await receiveFile(ctx, from, sent)
        well &&= status === STORE.success
        return status
      },
      find: (asked) => (from === null ? Promise.resolve([]) : answerQuery(ctx, from, asked)),
      cut: (why) => {
        ctx.log.warn(
          { ip, device: from?.device.device_id, why },
          'a connection of a device was cut',
        )
        tell('cut')
      },
    })
  }
}
