import type { App } from './mount.ts'

/** A stop waits so long for the answers under way. What nobody reads by then is cut. */
const GRACE_MS = 15_000

/**
 * A client keeps its connection for the next call, and a stop waits for every connection that is open: each ends with the
 * answer that is under way on it.
 */
export function endConnections(app: App): void {
  let ending = false
  app.addHook('preClose', (done) => {
    ending = true
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref()
    done()
  })
  app.addHook('onResponse', ({ raw }, _, done) => {
    if (ending) raw.socket.end()
    done()
  })
}
