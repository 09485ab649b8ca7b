import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openImage } from '@mingmou/analysis/image'
import { drawFundus } from '@mingmou/analysis/phantom'
import { ERROR, getStsToken } from '@mingmou/contract'
import sharp from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { plainImage, upload } from '../../testing/clinical-factories.ts'
import { makeAccount } from '../../testing/factories.ts'
import { standFirst } from '../../testing/first.ts'
import { succeed, testApp } from '../../testing/test-app.ts'
import { lookAtUpload, openUpload, readFacts } from './open-upload.ts'
import { lookBeside, openBeside, saidBeside } from './opening.ts'

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

/** The processes that open files for this one, with one that has ended until that is known here. */
async function pidsOfOpeners(): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const [line, stat] = await Promise.all(
      ['cmdline', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    )
    const [state, parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
    if (Number(parent) !== process.pid) continue
    if (state === 'Z' || line?.includes('open-process')) found.push(pid)
  }
  return found
}

/** Each with the priority that all of its threads have. */
async function openers(): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  for (const pid of await pidsOfOpeners()) {
    const threads = (await readdir(`/proc/${pid}/task`)).map(Number)
    const [nice = 0, ...others] = new Set(threads.map((thread) => getPriority(thread)))
    expect([threads.length > 4, others]).toEqual([true, []])
    found.set(pid, nice)
  }
  return found
}

describe.runIf(process.platform === 'linux')('a process that opens photographs', () => {
  /** Other files of tests have begun some here. */
  beforeEach(async () => {
    for (const pid of await pidsOfOpeners()) process.kill(pid, 'SIGKILL')
    await vi.waitFor(async () => expect(await pidsOfOpeners()).toEqual([]))
  })

  test('that crashes on one of a stranger ends nothing of a clinician, and the next is opened', async () => {
    standFirst()
    const bytes = await deepPng()
    await openBeside(STRANGER, bytes)
    const [[ofStrangers, nice] = [0, 0], ...more] = await openers()
    expect([nice, more]).toEqual([Math.max(15, getPriority()), []])
    await openBeside(CLINICIAN, bytes)
    const both = await openers()
    expect([...both.values()]).toEqual([nice, getPriority()])
    const [ofClinician, ofStranger] = [openBeside(CLINICIAN, bytes), openBeside(STRANGER, bytes)]
    process.kill(ofStrangers, 'SIGSEGV')
    await expect(ofStranger).rejects.toThrow('ended')
    expect((await ofClinician).size).toBe(bytes.length)
    expect((await openBeside(STRANGER, bytes)).size).toBe(bytes.length)
    const after = await openers()
    expect([after.has(ofStrangers), after.size]).toEqual([false, 2])
  })

  test('goes on where a signal to the whole group leaves its work to the program that asked', async () => {
    const bytes = await deepPng()
    await openBeside(CLINICIAN, bytes)
    const pids = [...(await openers()).keys()]
    const opening = openBeside(CLINICIAN, bytes)
    for (const pid of pids) process.kill(pid, 'SIGTERM')
    expect((await opening).size).toBe(bytes.length)
    expect([...(await openers()).keys()]).toEqual(pids)
  })

  test('has begun once a form for a photograph is given, and not for another file', async () => {
    const app = await testApp()
    const clinician = await makeAccount(app, { role: '3' })
    await succeed(app, getStsToken, { file_type: 'logo' }, clinician)
    expect(await pidsOfOpeners()).toEqual([])
    await succeed(app, getStsToken, { file_type: 'fundus' }, clinician)
    const [begun, ...more] = await pidsOfOpeners()
    expect(more).toEqual([])
    await openBeside(CLINICIAN, await deepPng())
    expect(await pidsOfOpeners()).toEqual([begun])
    await app.close()
  })
})

test('an upload that is removed while it is opened is refused as one that never came', async () => {
  const app = await testApp()
  const clinician = await makeAccount(app, { role: '3' })
  const { files } = app.context
  const goes = async (key: string) => {
    const found = await files.stat(key)
    await files.remove([key])
    return found
  }
  const ctx = { ...app.context, files: { ...files, stat: goes } }
  const by = { ...CLINICIAN, actor: { ...CLINICIAN.actor, oid: clinician.oid } }
  for (const open of [openUpload, lookAtUpload, readFacts]) {
    const key = await upload(app, clinician, await plainImage())
    await expect(open(ctx, by, key)).rejects.toMatchObject({ errorCode: ERROR.uploadUnfinished })
  }
  await app.close()
})

test('what is opened beside the process that serves is what is opened in it, from its bytes as from its place', async () => {
  const original = await deepPng()
  const { bytes: image, ...facts } = await openImage(original)
  const folder = await mkdtemp(join(tmpdir(), 'mingmou-opening-'))
  const place = join(folder, 'eye.png')
  await writeFile(place, original)
  for (const given of [original, place]) {
    const opened = await openBeside(CLINICIAN, given)
    expect(opened).toMatchObject({ image: facts, bytes: image, size: original.length })
    expect(opened.sha256).not.toBe(opened.upload_sha256)
    const { upload_sha256 } = opened
    const look = await lookBeside(CLINICIAN, given)
    expect(look).toEqual({ image: facts, dicom: null, size: original.length, upload_sha256 })
    expect(await saidBeside(CLINICIAN, given)).toBeNull()
  }
  const again = await openBeside(CLINICIAN, image)
  expect(again).toMatchObject({ bytes: null, sha256: again.upload_sha256 })
  await rm(folder, { recursive: true })
})
