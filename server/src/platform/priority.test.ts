import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { standFirst } from '../testing/first.ts'
import { putBehind } from './priority.ts'

test.runIf(process.platform === 'linux')(
  'a process is put behind others with the threads that it has already',
  async () => {
    standFirst()
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    onTestFinished(() => void child.kill('SIGKILL'))
    const { pid = 0 } = child
    const threads = async () => (await readdir(`/proc/${pid}/task`)).map(Number)
    await vi.waitFor(async () => expect((await threads()).length).toBeGreaterThan(4))
    const nice = Math.min(getPriority() + 2, 19)
    putBehind(pid, nice)
    expect(new Set((await threads()).map((thread) => getPriority(thread)))).toEqual(new Set([nice]))
  },
)
