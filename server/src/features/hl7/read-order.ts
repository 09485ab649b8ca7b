import {
  addOrder,
  beginOf,
  cancelOrder,
  message,
  minuteOf,
  type OrderedEyes,
} from '@mingmou/contract'
import { invalid } from '../../http/refusal.ts'
import type { Segment } from '../../platform/hl7/message.ts'
import { dayOf } from './read-patient.ts'

/** What a message wants of one order. */
export interface WantedOrder {
  action: 'new' | 'change' | 'cancel'
  /** The number of the system that ordered, and the one that it was told or keeps itself; either may be empty. */
  placer: string
  filler: string
  /** The code of what is to be photographed, and where it stands. Empty: not said. */
  code: string
  codeAt: string
  eyes: OrderedEyes | null
  /** Null: not said. */
  day: string | null
  time: string | null
  /** Of a cancellation. */
  reason: string
}

/** HL7 table 0119. */
const CONTROLS: Readonly<Record<string, WantedOrder['action']>> = {
  NW: 'new',
  SN: 'new',
  XO: 'change',
  RP: 'change',
  CA: 'cancel',
  OC: 'cancel',
  DC: 'cancel',
}

/** Modifiers of a procedure. */
const EYES: Readonly<Record<string, OrderedEyes>> = { RT: 'right', LT: 'left', '50': 'both' }

/** Each ORC begins an order; what follows is of it. */
export function readOrders(segments: readonly Segment[]): WantedOrder[] {
  const groups: Segment[][] = []
  for (const segment of segments) {
    if (segment.name === 'ORC') groups.push([segment])
    else groups.at(-1)?.push(segment)
  }
  if (groups.length === 0) throw invalid({ ORC: message('hl7_broken', 'ORC') })
  return groups.map(readOrder)
}

function readOrder(group: readonly Segment[]): WantedOrder {
  const named = (name: string) => group.find((segment) => segment.name === name)
  const [orc, obr, tq1] = [named('ORC'), named('OBR'), named('TQ1')]
  const at = (segment: Segment | undefined, field: number, part = 1) =>
    segment?.text(field, part) ?? ''
  const control = at(orc, 1)
  const action = CONTROLS[control]
  if (action === undefined)
    throw invalid({
      'ORC-1': control === '' ? 'required' : message('hl7_control_unknown', beginOf(control, 64)),
    })
  // From where newer versions have it to where older ones do.
  const when = at(tq1, 7) || at(obr, 36) || at(orc, 7, 4) || at(obr, 27, 4) || at(obr, 6)
  return {
    action,
    placer: at(orc, 2) || at(obr, 2),
    filler: at(orc, 3) || at(obr, 3),
    code: at(obr, 4),
    codeAt: 'OBR-4',
    eyes: EYES[at(obr, 45).toUpperCase()] ?? null,
    ...momentOf(when),
    reason: at(orc, 16, 2) || at(orc, 16),
  }
}

const OF_TRIGGER: Readonly<Record<string, WantedOrder['action']>> = {
  S12: 'new',
  S13: 'change',
  S14: 'change',
  S15: 'cancel',
}

/** An appointment orders what its first service says. */
export function readAppointment(segments: readonly Segment[], trigger: string): WantedOrder[] {
  const sch = segments.find(({ name }) => name === 'SCH')
  if (!sch) throw invalid({ SCH: message('hl7_broken', 'SCH') })
  const ais = segments.find(({ name }) => name === 'AIS')
  return [
    {
      action: OF_TRIGGER[trigger] ?? 'change',
      placer: sch.text(26) || sch.text(1),
      filler: sch.text(27) || sch.text(2),
      code: ais?.text(3) ?? '',
      codeAt: 'AIS-3',
      eyes: EYES[(ais?.text(12) ?? '').toUpperCase()] ?? null,
      ...momentOf(sch.text(11, 4) || (ais?.text(4) ?? '')),
      reason: sch.text(6, 2) || sch.text(6),
    },
  ]
}

/** A day, and a time where minutes are said. A time of another zone is told in that of the clinic. */
function momentOf(text: string): { day: string | null; time: string | null } {
  if (text === '') return { day: null, time: null }
  const [, hour, minute, zone] = /^\d{8}(\d{2})(\d{2})[\d.]*([+-]\d{4})?$/.exec(text) ?? []
  const day = dayOf(text)
  if (hour === undefined || minute === undefined) return { day, time: null }
  const there = Date.parse(`${day}T${hour}:${minute}:00${zone?.replace(/..$/, ':$&') ?? ''}`)
  if (zone === undefined || Number.isNaN(there)) return { day, time: `${hour}:${minute}` }
  const [inClinic = day, time = null] = minuteOf(new Date(there).toISOString()).split(' ')
  return { day: inClinic, time }
}

const { day: Day, time: Time } = addOrder.body.shape
/** What is no day or time of an order is refused where a message has it. */
export function refuseMoment({ day, time }: { day: string; time: string | null }): void {
  const wrong = Day.safeParse(day).error ?? Time.safeParse(time ?? undefined).error
  const said = wrong?.issues[0]?.message
  if (said !== undefined) throw invalid({ 'TQ1-7': said })
}

/** A reason as a cancelled order takes it. */
export const reasonOf = (text: string, otherwise: string): string => {
  const taken = cancelOrder.body.shape.reason.safeParse(text)
  return taken.success ? taken.data : otherwise
}
