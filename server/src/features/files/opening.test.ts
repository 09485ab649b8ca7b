import { readdir, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { openImage } from '@mingmou/analysis/image'
import { drawFundus } from '@mingmou/analysis/phantom'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openBeside, saidBeside } from './opening.ts'

const STRANGER = { actor: null, ip: '' } as const
const CLINICIAN = { actor: { uid: 'one', oid: 'two', role: '4' }, ip: '' } as const
const SIZE = { width: 1600, height: 1200 }

/** 16 bits of each colour, which take the processor longest. */
function deepPng(): Promise<Buffer> {
  const { rgb } = drawFundus(3, SIZE).image
  const wide = Uint16Array.from(rgb, (value, at) => value * 256 + (at % 7))
  const raw = { ...SIZE, channels: 3 as const }
  return sharp(wide, { raw }).toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer()
}

/** The processes that open files for this one, by the priority that all of their threads have. */
async function openers(): Promise<Record<number, number>> {
  const found: Record<number, number> = {}
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const [line, stat] = await Promise.all(
      ['cmdline', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    )
    const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (parent !== process.pid || !line?.includes('open-process')) continue
    const threads = (await readdir(`/proc/${pid}/task`)).map(Number)
    const [nice = 0, ...others] = new Set(threads.map((thread) => getPriority(thread)))
    expect([threads.length > 4, others]).toEqual([true, []])
    found[nice] = pid
  }
  return found
}

test.runIf(process.platform === 'linux')(
  'a decoder that crashes on a file of a stranger ends nothing of a clinician, and the next file is opened',
  async () => {
    const bytes = await deepPng()
    await Promise.all([openBeside(CLINICIAN, bytes), openBeside(STRANGER, bytes)])
    const { 15: ofStrangers = 0, ...others } = await openers()
    expect(Object.keys(others)).toEqual([String(getPriority())])
    const [ofClinician, ofStranger] = [openBeside(CLINICIAN, bytes), openBeside(STRANGER, bytes)]
    process.kill(ofStrangers, 'SIGSEGV')
    await expect(ofStranger).rejects.toThrow('ended')
    expect((await ofClinician).size).toBe(bytes.length)
    expect((await openBeside(STRANGER, bytes)).size).toBe(bytes.length)
    expect(Object.keys(await openers())).toEqual([...Object.keys(others), '15'])
  },
)

test.runIf(process.platform === 'linux')(
  'a signal to the whole group leaves what is being opened to the program that was asked for it',
  async () => {
    const bytes = await deepPng()
    await openBeside(CLINICIAN, bytes)
    const pids = Object.values(await openers())
    const opening = openBeside(CLINICIAN, bytes)
    for (const pid of pids) process.kill(pid, 'SIGTERM')
    expect((await opening).size).toBe(bytes.length)
    expect(Object.values(await openers())).toEqual(pids)
  },
)

test('what is opened beside the process that serves is what is opened in it', async () => {
  const bytes = await deepPng()
  const { image, isSame, size } = await openBeside(CLINICIAN, Buffer.from(bytes))
  expect(image).toEqual(await openImage(bytes))
  expect({ isSame, size }).toEqual({ isSame: false, size: bytes.length })
  const again = await openBeside(CLINICIAN, Buffer.from(image.bytes))
  expect(again).toMatchObject({ isSame: true, sha256: again.upload_sha256 })
  expect(await saidBeside(CLINICIAN, Buffer.from(bytes))).toBeNull()
})
