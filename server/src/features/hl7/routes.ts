import {
  addHl7Peer,
  closeHl7Message,
  deleteHl7Peer,
  listHl7Messages,
  listHl7Peers,
  openHl7Message,
  playHl7Message,
  setHl7Peer,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { closeMessage, openMessage, openMessages, playMessage } from './messages.ts'
import { changePeer, createPeer, openPeers, removePeer } from './peers.ts'

export function hl7Routes(app: App, ctx: Context): void {
  mount(app, listHl7Peers, ({ caller, body }) => openPeers(ctx, caller, body))
  mount(app, addHl7Peer, ({ caller, body }) => createPeer(ctx, caller, body))
  mount(app, setHl7Peer, async ({ caller, body }) => {
    await changePeer(ctx, caller, body)
    return {}
  })
  mount(app, deleteHl7Peer, async ({ caller, body }) => {
    await removePeer(ctx, caller, body.peer_id)
    return {}
  })
  mount(app, listHl7Messages, ({ caller, body }) => openMessages(ctx, caller, body))
  mount(app, openHl7Message, ({ caller, body }) => openMessage(ctx, caller, body))
  mount(app, playHl7Message, ({ caller, body }) => playMessage(ctx, caller, body))
  mount(app, closeHl7Message, async ({ caller, body }) => {
    await closeMessage(ctx, caller, body)
    return {}
  })
}
