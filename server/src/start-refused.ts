/** The program cannot start. The message is one line that says how to fix it. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
