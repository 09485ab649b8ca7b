import type { Context } from '../../context.ts'
import type { App } from '../../http/mount.ts'
import { notFound } from '../../http/refusal.ts'
import { requireScope } from '../clients/client-of.ts'
import { clientRoute } from '../clients/client-route.ts'
import { findInTurn } from '../patients/by-number.ts'
import { note, refuseOtherForms, send } from './answer.ts'
import { answerOutcome } from './outcome.ts'
import {
  addressOf,
  countOf,
  first,
  idOf,
  queryOf,
  readAsked,
  sinceOf,
  wrong,
} from './parameters.ts'
import { baseOf } from './resource.ts'
import { isCursor } from './search.ts'
import { STEPS, takePage, type Step } from './steps.ts'
import { inTurn } from './turns.ts'

/**
 * All that is served of a patient, by pages. The client needs the scopes of all types that it asks for: what it may not
 * read is refused, and never left out unseen.
 */
export function everythingRoute(app: App, ctx: Context): void {
  const route = {
    method: 'GET',
    url: '/fhir/Patient/:id/$everything',
    scope: 'people:read',
    errorHandler: answerOutcome,
  } as const
  clientRoute(app, ctx, route, async ({ caller, request, reply }) => {
    refuseOtherForms(request)
    const pid = idOf((request.params as { id: string }).id)
    if (pid === null) throw notFound()
    const asked = readAsked(queryOf(request), ['_since', '_type'], request.headers.prefer)
    const count = countOf(asked)
    const steps = stepsOf(asked.get('_type'))
    for (const { scope } of steps) await requireScope(ctx, request, caller, scope)
    const from = placeOf(steps, first(asked, '_cursor'))
    const wanted = new Map([...sinceOf(asked), ['patient', [pid]]])
    const { oid } = caller.actor
    const { person, page } = await inTurn(ctx, caller, async (trx) => {
      const [person] = await findInTurn(trx, oid, { pid }, 1)
      if (!person) throw notFound()
      return { person, page: await takePage(steps, { ctx, trx, oid, asked: wanted }, from, count) }
    })
    const { resources, next } = page
    await note(ctx, caller, 'Patient/$everything', resources.length, person.pid)
    const base = baseOf(ctx)
    const address = `${base}/Patient/${pid}/$everything`
    const on = next && `${next.type}~${next.after ?? ''}`
    return send(request, reply, {
      resourceType: 'Bundle',
      type: 'searchset',
      link: [
        { relation: 'self', url: addressOf(address, asked) },
        ...(on === null ? [] : [{ relation: 'next', url: addressOf(address, asked, on) }]),
      ],
      ...(resources.length > 0 && {
        entry: resources.map((resource) => ({
          fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
          resource,
          search: { mode: 'match' },
        })),
      }),
    })
  })
}

/** The types that are asked for; all of them where none is named. */
export function stepsOf(types: readonly string[] | undefined): readonly Step[] {
  if (types === undefined) return STEPS
  const named = types.flatMap((type) => type.split(','))
  if (named.some((name) => !STEPS.some(({ type }) => type === name))) throw wrong('_type')
  return STEPS.filter(({ type }) => named.includes(type))
}

function placeOf(steps: readonly Step[], cursor: string | undefined) {
  if (cursor === undefined) return null
  const [type = '', ...rest] = cursor.split('~')
  const after = rest.join('~')
  const isKnown =
    steps.some((step) => step.type === type) && (after === '' || isCursor(type, after))
  if (!isKnown) throw wrong('_cursor')
  return { type, after: after === '' ? null : after }
}
