import { AsyncLocalStorage } from 'node:async_hooks'
import { Server } from 'node:http'
import pg from 'pg'

const requests = new AsyncLocalStorage<true>()

/** Whether this runs for a request to a program of this process, and not by the clock. */
export const isOfRequest = (): boolean => requests.getStore() === true

/**
 * Notes each query that a request makes. Those that programs of this process make by the clock meanwhile are left out: on a
 * busy machine no request is without one beside it. What is returned ends it.
 */
export function noteQueries(note: (text: string) => void): () => void {
  // eslint-disable-next-line typescript/unbound-method -- both are called with what they are of
  const [{ emit }, { query }] = [Server.prototype, pg.Client.prototype]
  Server.prototype.emit = function (this: Server, event: string, ...given: unknown[]): boolean {
    const pass = () => Reflect.apply(emit, this, [event, ...given]) as boolean
    return event === 'request' ? requests.run(true, pass) : pass()
  }
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]): never {
    const [asked] = given as [string | { text: string }]
    if (isOfRequest()) note(typeof asked === 'string' ? asked : asked.text)
    return Reflect.apply(query, this, given) as never
  }
  return () => {
    Server.prototype.emit = emit
    pg.Client.prototype.query = query
  }
}
