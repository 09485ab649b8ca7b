/** Nobody listens there. */
export const NOWHERE = 'http://127.0.0.1:9'

/** The origin of the page's own addresses in a test: nowhere until a server is started. */
export const page = { origin: NOWHERE }
