/** The program cannot start, and the one line of the message says what to do about it. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
