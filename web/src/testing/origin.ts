/**
 * The origin of the page's own addresses in a test. Nobody listens there until a server is started.
 */
export const page = { origin: 'http://127.0.0.1:9' }
