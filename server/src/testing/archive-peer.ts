import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dribble } from './dribble.ts'

/** Archives and checks are played by Debian's dcmtk and dicom3tools. `npm test` installs them as root. */
export const hasArchivePrograms = ['storescp', 'dciodvfy', 'dcm2pdf', 'dcmj2pnm'].every((name) =>
  existsSync(`/usr/bin/${name}`),
)

export interface Ran {
  code: number
  said: string
}

/** Runs a program to its end. */
export const run = (program: string, args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(program, args, { encoding: 'utf8' }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: stdout + stderr })
    })
  })

/** What dciodvfy finds wrong in a file. */
export const faultsOf = async (path: string): Promise<string[]> =>
  (await run('dciodvfy', [path])).said.split('\n').filter((line) => line.startsWith('Error'))

export interface Archive {
  port: number
  folder: string
  files: () => Promise<string[]>
  stop: () => void
}

/** A port that nobody has a moment before. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** An archive that keeps what it is sent: `storescp` of dcmtk. */
export async function startArchive(args: readonly string[] = []): Promise<Archive> {
  const folder = await mkdtemp(join(tmpdir(), 'mingmou-archive-'))
  const port = await freePort()
  const child = spawn('/usr/bin/storescp', ['+xa', '-od', folder, ...args, String(port)], {
    stdio: 'ignore',
  })
  while (!(await answers(port))) await delay(20)
  return {
    port,
    folder,
    files: async () => (await readdir(folder)).sort().map((name) => join(folder, name)),
    stop: () => void child.kill(),
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })

export interface Wire {
  port: number
  /** From now on every answer goes through, and what was held back does too. */
  mend: () => void
  /** Resolves when an answer to a file was held back. */
  held: Promise<void>
  stop: () => void
}

/** A line to an archive that lets the negotiation through, and holds back or cuts what answers a file. */
export async function startWire(to: number, broken: 'holds' | 'dribbles' | 'cuts'): Promise<Wire> {
  let lines = 0
  let isMended = false
  let tell: () => void = () => undefined
  const held = new Promise<void>((resolve) => (tell = resolve))
  const kept: (() => void)[] = []
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: to })
    let answersSent = 0
    const isWhole = ++lines > 1 && broken === 'dribbles'
    let drops: ReturnType<typeof dribble> | null = null
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (data) => {
      answersSent++
      if (isMended || isWhole || answersSent === 1) near.write(data)
      else {
        tell()
        if (broken === 'cuts') near.destroy()
        else if (broken === 'holds') kept.push(() => near.write(data))
        else {
          if (!drops) kept.push((drops = dribble(near)).rest)
          drops.add(data)
        }
      }
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    mend: () => {
      isMended = true
      for (const write of kept.splice(0)) write()
    },
    held,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
