import type { Grey } from '../../image.ts'
import type { Segment } from '../../geometry/segments.ts'
import type { Meeting, Trace } from '../../geometry/trace.ts'
import { around, framed } from '../../geometry/skeleton.ts'

export const ARTERY = 1
export const VEIN = 2

/** Weight of one centreline pixel. Its neighbours say nearly the same. */
const PER_PIXEL = 0.06
/** How strongly two segments pull each other to one kind: where one continues the other, and at a branch. */
const STRAIGHT = 1
const BRANCH = 0.3
/** How strongly they push each other apart at a crossing: arteries cross veins. */
const CROSSING = 0.6
/** The least angle of a crossing, radians. */
const ACROSS = 1
const ROUNDS = 20
/** A pixel counts only where artery and vein together reach this. */
const SAYS = 0.1

/** The share of artery in what the network says, at the pixels of a segment where it says something. */
function* sharesAlong({ xs, ys }: Segment, artery: Grey, vein: Grey): Generator<number> {
  for (const [i, x] of xs.entries()) {
    const at = (ys[i] ?? 0) * artery.width + x
    const [a, v] = [artery.data[at] ?? 0, vein.data[at] ?? 0]
    if (a + v >= SAYS) yield a / (a + v)
  }
}

/** Log odds of artery, from the network along the segment. */
function evidenceOf({ segments }: Trace, artery: Grey, vein: Grey): Float64Array {
  return Float64Array.from(segments, (segment) => {
    let sum = 0
    for (const said of sharesAlong(segment, artery, vein)) {
      const share = Math.min(0.97, Math.max(0.03, said))
      sum += PER_PIXEL * Math.log(share / (1 - share))
    }
    return sum
  })
}

/**
 * The mean share of artery along every segment, 0.5 where the network says nothing. Unlike its kind
 * it moves little where the network wavers.
 */
export function arterySharesOf({ segments }: Trace, artery: Grey, vein: Grey): Float64Array {
  return Float64Array.from(segments, (segment) => {
    const shares = [...sharesAlong(segment, artery, vein)]
    return shares.length === 0 ? 0.5 : shares.reduce((sum, share) => sum + share, 0) / shares.length
  })
}

function pullOf({ turn, ends }: Meeting): number {
  if (ends > 3 && turn > ACROSS) return -CROSSING * Math.sin(turn)
  const straight = STRAIGHT * Math.max(0, Math.cos(turn)) ** 4
  return ends === 3 ? Math.max(BRANCH, straight) : straight
}

/**
 * Artery or vein for every segment, one kind along its length. A segment is pulled to the kind of
 * its continuation, and pushed from the kind of a segment it crosses. So a vessel keeps its kind
 * through crossings and branches. Mean field, fixed rounds. The constants were chosen on eight
 * photographs of DRIVE and eight of HRF, four of each kept from training.
 */
export function kindsOf(
  trace: Trace,
  meetings: readonly Meeting[],
  artery: Grey,
  vein: Grey,
): Uint8Array {
  const evidence = evidenceOf(trace, artery, vein)
  let belief = evidence.map((odds) => Math.tanh(odds / 2))
  for (let round = 0; round < ROUNDS; round++) {
    const pull = new Float64Array(evidence.length)
    for (const meeting of meetings) {
      const [one, other] = [meeting.one.segment, meeting.other.segment]
      const weight = pullOf(meeting)
      pull[one] = (pull[one] ?? 0) + weight * (belief[other] ?? 0)
      pull[other] = (pull[other] ?? 0) + weight * (belief[one] ?? 0)
    }
    belief = evidence.map((odds, i) => Math.tanh((odds + (pull[i] ?? 0)) / 2))
  }
  return Uint8Array.from(belief, (value) => (value >= 0 ? ARTERY : VEIN))
}

/** The kind of every pixel of a mask of vessels: that of the nearest segment along the mask. 0 outside the mask. */
export function paintKinds(
  { segments }: Trace,
  kinds: Uint8Array,
  mask: Grey<Uint8Array>,
): Grey<Uint8Array> {
  const inside = framed(mask)
  const { width } = inside
  const out = new Uint8Array(inside.data.length)
  const steps = around(width)
  let front: number[] = []
  for (const [i, { xs, ys }] of segments.entries())
    for (const [k, x] of xs.entries()) {
      const at = ((ys[k] ?? 0) + 1) * width + x + 1
      if (!out[at]) front.push(at)
      out[at] = kinds[i] ?? 0
    }
  while (front.length > 0) {
    const next: number[] = []
    for (const at of front)
      for (const step of steps) {
        const to = at + step
        if (out[to] || !inside.data[to]) continue
        out[to] = out[at] ?? 0
        next.push(to)
      }
    front = next
  }
  const data = new Uint8Array(mask.data.length)
  for (let y = 0; y < mask.height; y++)
    data.set(out.subarray((y + 1) * width + 1, (y + 1) * width + 1 + mask.width), y * mask.width)
  return { width: mask.width, height: mask.height, data }
}
