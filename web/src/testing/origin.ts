/** Where the page's own addresses lead in a test; nobody listens until a server is started. */
export const page = { origin: 'http://127.0.0.1:9' }
