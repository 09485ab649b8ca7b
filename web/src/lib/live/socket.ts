import {
  EVENTS,
  GREETING_EVENT,
  SOCKET_PATH,
  SOCKET_RECONNECT_MS,
  type EventData,
  type EventName,
} from '@mingmou/contract'
import { useSyncExternalStore } from 'react'
import type { Socket } from 'socket.io-client'
import { forceRefresh, refreshIfDue } from '../calls/api.ts'
import { language } from '../texts/i18n.ts'
import { suspectService } from '../calls/service.ts'
import { readSession, storedSocketId, storeSocketId } from '../session/session.ts'

type Listener<E extends EventName> = (data: EventData<E>) => void
const listeners: { [E in EventName]: Set<Listener<E>> } = {
  msg: new Set(),
  anal_ex: new Set(),
  anal_system: new Set(),
  anal_progress: new Set(),
  dataset_export: new Set(),
  registered: new Set(),
  image_notes: new Set(),
  imports: new Set(),
  validations: new Set(),
  drift: new Set(),
  patients: new Set(),
  worklist: new Set(),
  received: new Set(),
  hl7: new Set(),
  orders: new Set(),
  steps: new Set(),
  office: new Set(),
  err: new Set(),
}
const connectListeners = new Set<(first: boolean) => void>()

const stateListeners = new Set<() => void>()

let socket: Socket | null = null
let wanted = false

/** Listens to an event of the live connection. Events say what changed; a call fetches the data. */
export function onEvent<E extends EventName>(name: E, listener: Listener<E>): () => void {
  const set: Set<Listener<E>> = listeners[name]
  set.add(listener)
  return () => set.delete(listener)
}

/** Called whenever the connection is open; `first` for the first time in a session. */
export function onConnect(listener: (first: boolean) => void): () => void {
  connectListeners.add(listener)
  return () => connectListeners.delete(listener)
}

/** Opens the connection with a fresh token. There is none where the refresh fails. */
export async function connectLive(): Promise<void> {
  wanted = true
  if (socket) return
  try {
    const [{ io }] = await Promise.all([import('socket.io-client'), refreshIfDue()])
    // A disconnect while the token was refreshed wins.
    if (!isWanted() || socketStands() || !readSession()) return
    const next = io({
      path: SOCKET_PATH,
      autoConnect: false,
      reconnectionAttempts: Infinity,
      reconnectionDelay: SOCKET_RECONNECT_MS,
      reconnectionDelayMax: SOCKET_RECONNECT_MS,
      randomizationFactor: 0,
      auth: (send) => send({ token: readSession()?.token ?? '', language: language() }),
      ...(storedSocketId() !== '' && { query: { socketId: storedSocketId() } }),
    })
    socket = next
    next.on('connect', () => greet(next))
    next.on('connect', notifyState)
    next.on('disconnect', notifyState)
    next.on('connect_error', suspectService)
    for (const name of Object.keys(EVENTS) as EventName[])
      next.on(name, (data: unknown) => dispatch(name, data))
    next.connect()
  } catch {
    // A failed refresh has shown its error already. The next navigation tries again.
  }
}

/** Whether events arrive. Nothing needs polling while they do. */
export function useIsLive(): boolean {
  return useSyncExternalStore(onState, isLive)
}

const isLive = () => socket?.connected ?? false
function onState(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}
const notifyState = () => stateListeners.forEach((listener) => listener())

const isWanted = () => wanted
const socketStands = () => socket !== null

function greet(connected: Socket): void {
  const first = storedSocketId() === ''
  if (first && connected.id !== undefined) {
    storeSocketId(connected.id)
    connected.io.opts.query = { socketId: connected.id }
  }
  connected.emit(GREETING_EVENT, 'hello')
  connectListeners.forEach((listener) => listener(first))
}

function dispatch(name: EventName, raw: unknown): void {
  const data = EVENTS[name].safeParse(raw)
  if (!data.success) return
  for (const listener of listeners[name]) (listener as Listener<EventName>)(data.data)
}

export function disconnectLive(): void {
  wanted = false
  socket?.disconnect()
  socket = null
  notifyState()
}

/** After error 402: a fresh token, then the connection again. Rejects when the refresh does. */
export async function reconnectLive(): Promise<void> {
  disconnectLive()
  await forceRefresh()
  await connectLive()
}
