import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { endWhereCut } from '../e2e/src/cut.ts'

/** Whether a command passes. The output of a failure is printed, as a whole and at its end. */
export async function passes(name: string, command: string, ...args: string[]): Promise<boolean> {
  const run = spawn(command, args, { stdio: 'pipe' })
  const ended = new Promise<boolean>((resolve) => {
    run.on('close', (code) => resolve(code === 0))
  })
  const over = endWhereCut(() => {
    run.kill()
    return ended
  })
  void ended.then(over)
  const [passed, out, errors] = await Promise.all([ended, text(run.stdout), text(run.stderr)])
  process.stdout.write(`${passed ? '✓' : '✗'} ${name}\n${passed ? '' : out + errors}`)
  return passed
}
