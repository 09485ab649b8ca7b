import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import pg from 'pg'

const often = new AsyncLocalStorage<true>()

/**
 * The statements of this work are parsed once by each connection, and planned once where a plan for any values is as
 * good: for what comes a hundred times a second and finds single rows by their keys. A list is planned for its values.
 */
export const plannedOnce = <T>(work: () => T): T => often.run(true, work)

/** A connection keeps what it has parsed until it ends. Statements whose lists differ in length are many. */
const MOST_NAMES = 500
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

/** A migration of a newer program changed what a parsed statement answers with: feature_not_supported. */
const OUTDATED = '0A000'

/** What has no values, such as the end of a transaction, is sent without being parsed apart. */
const isGiven = (values: unknown): boolean => Array.isArray(values) && values.length > 0

/** A connection that keeps the statements that are planned once. */
export class KeepingClient extends pg.Client {
  #keeps = true

  override query(...given: unknown[]): never {
    const query = super.query.bind(this) as (...given: unknown[]) => Promise<unknown>
    const [text, values] = given
    const isOften = this.#keeps && often.getStore() === true && given.length === 2
    const name = isOften && typeof text === 'string' && isGiven(values) ? nameOf(text) : undefined
    const kept = async () => {
      try {
        return await query({ name, text, values })
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code === OUTDATED) this.#keeps = false
        throw error
      }
    }
    return (name === undefined ? query(...given) : kept()) as never
  }
}
