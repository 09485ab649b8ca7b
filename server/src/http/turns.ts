import { STATUS, type Call } from '@mingmou/contract'
import { networkOf } from '../platform/networks.ts'
import type { Actor } from './actor.ts'
import { Denied } from './refusal.ts'

/** Whose work it is: lanes take turns, and in a lane its people. */
export interface Turn {
  lane: string
  person: string
}

interface Waiting extends Turn {
  resume: () => void
}

/** So much work of one person may wait. No page sends as much at once. */
const WAITING_OF_ONE = 100
/** At this many, who had a turn and when is forgotten: fairness needs the last ones alone. */
const REMEMBERED = 10_000

/**
 * Runs `count` works at a time, of a lane at most `ofLane`. The next is of the lane, and in it of the person, whose
 * last turn is the longest ago; then the oldest.
 */
export function inTurns(count: number, waitingOfOne = WAITING_OF_ONE, ofLane = count) {
  let running = 0
  const inLane = new Map<string, number>()
  let turns = 0
  const waiting: Waiting[] = []
  const last = new Map<string, number>()
  const personOf = ({ lane, person }: Turn) => `${lane} ${person}`
  const runningOf = ({ lane }: Turn) => inLane.get(lane) ?? 0
  const hasPlace = (turn: Turn) => running < count && runningOf(turn) < ofLane
  const begin = (turn: Turn) => {
    if (last.size > REMEMBERED) last.clear()
    turns++
    running++
    inLane.set(turn.lane, runningOf(turn) + 1)
    last.set(turn.lane, turns).set(personOf(turn), turns)
  }
  const isBefore = (one: Waiting, other: Waiting) => {
    const age = (key: string) => last.get(key) ?? 0
    const lanes = age(one.lane) - age(other.lane)
    return (lanes || age(personOf(one)) - age(personOf(other))) < 0
  }
  const end = (turn: Turn) => {
    running--
    const left = runningOf(turn) - 1
    if (left > 0) inLane.set(turn.lane, left)
    else inLane.delete(turn.lane)
  }
  const next = () => {
    const [first, ...others] = waiting.filter(hasPlace)
    if (!first) return undefined
    const chosen = others.reduce((best, waiter) => (isBefore(waiter, best) ? waiter : best), first)
    waiting.splice(waiting.indexOf(chosen), 1)
    return chosen
  }
  return async <Result>(
    work: () => Promise<Result>,
    turn: Turn = { lane: '', person: '' },
  ): Promise<Result> => {
    if (hasPlace(turn)) begin(turn)
    else {
      const own = waiting.filter((waiter) => personOf(waiter) === personOf(turn)).length
      if (own >= waitingOfOne) throw new Denied(STATUS.tooMany)
      await new Promise<void>((resume) => waiting.push({ ...turn, resume }))
    }
    try {
      return await work()
    } finally {
      end(turn)
      const chosen = next()
      if (chosen) {
        begin(chosen)
        chosen.resume()
      }
    }
  }
}

/** Visitors and trial users, whom nobody knows. */
export const isStranger = (actor: Pick<Actor, 'role'> | null) =>
  actor === null || actor.role === '5'

/** Calls by which somebody gets in: apart from all others, so that nobody keeps people out. */
export const isSignIn = (call: Pick<Call, 'path' | 'access'>) =>
  call.access === 'public' && call.path.startsWith('/v1/user/')

/** Who waits for a turn. */
export interface Waiter {
  actor: Pick<Actor, 'uid' | 'oid' | 'role'> | null
  ip: string
}

/** Clinicians wait for their institution's turn and their own, everybody else for the own. */
export function turnOf({ actor, ip }: Waiter): Turn {
  if (actor === null) return { lane: 'visitors', person: networkOf(ip) }
  if (actor.role === '5') return { lane: 'trial', person: actor.uid }
  return { lane: actor.oid ?? 'administrators', person: actor.uid }
}

/** Heavy work by the kind of caller: strangers have a place of their own, and take none of the others'. */
export function inTurnsByKind(count: { staff: number; strangers: number }) {
  const [staff, strangers] = [inTurns(count.staff), inTurns(count.strangers)]
  return <Result>(caller: Waiter, work: () => Promise<Result>): Promise<Result> =>
    (isStranger(caller.actor) ? strangers : staff)(work, turnOf(caller))
}
