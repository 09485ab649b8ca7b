import pino, { type DestinationStream, type Logger, type LevelWithSilent } from 'pino'

/**
 * An error's details (the key of a violated constraint, the values of a query) may be patient data.
 * Only its type, code, message and stack are logged.
 */
function plainError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  return {
    type: error.name,
    code: (error as NodeJS.ErrnoException).code,
    message: error.message,
    stack: error.stack,
  }
}

/** stdout is for people. */
const stderr = () => pino.destination({ dest: 2, sync: true })

export const openLog = (level: LevelWithSilent, to: DestinationStream = stderr()): Logger =>
  pino({ level, serializers: { err: plainError } }, to)
