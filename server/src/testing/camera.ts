import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addDevice,
  listDevices,
  listReceived,
  type InputOf,
  type ReceivedFile,
} from '@mingmou/contract'
import { dicomPicture, type Entry } from '@mingmou/analysis/testing/dicom'
import { startDicom } from '../dicom.ts'
import type { DicomConfig } from '../config.ts'
import { SOP } from '../platform/dicom/classes.ts'
import { part10 } from '../platform/dicom/part10.ts'
import type { SignedIn } from './factories.ts'
import { succeed, testApp, type TestApp } from './test-app.ts'

/** A camera is played by the programs of dcmtk. `npm test` installs them as root on Debian. */
export const hasDcmtk = existsSync('/usr/bin/storescu')

const DICOM: DicomConfig = {
  host: '127.0.0.1',
  port: 0,
  tls: null,
  firstMs: 2000,
  silenceMs: 2000,
  datasetBytes: 4 * 1024 * 1024,
  most: { device: 4, all: 16, unasked: 8 },
}

const OP = '1.2.840.10008.5.1.4.1.1.77.1.5.1'
const LITTLE = '1.2.840.10008.1.2.1'

export interface Taken {
  sopClass?: string
  uid?: string
  charset?: string
  number?: string
  name?: string | Buffer
  birthday?: string
  sex?: string
  eye?: string
  /** Laterality of the series, beside that of the image. */
  series?: string
  day?: string
  modality?: string
  /** Of the order that it was taken for. */
  accession?: string
  /** The UID of its study, of which that of its series is made. Without it the file has neither. */
  study?: string
}

let made = 0

/** A file as a camera makes it, of a picture that no other one is like. */
export function photograph(taken: Taken = {}): Buffer {
  made += 1
  const uid = taken.uid ?? `2.25.${process.pid}.${Date.now()}.${made}`
  const sopClass = taken.sopClass ?? OP
  const side = 32
  const pixels = Buffer.alloc(side * side * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * (1 + (made % 7)) + made) % 251
  const dataset = dicomPicture({
    syntax: LITTLE,
    width: side,
    height: side,
    samples: 3,
    colours: 'RGB',
    pixels,
    bare: 'meta',
    entries: [
      [0x0008, 0x0016, 'UI', sopClass],
      [0x0008, 0x0018, 'UI', uid],
      [0x0028, 0x0006, 'US', 0],
      ...text([0x0008, 0x0022, 'DA'], taken.day),
      ...text([0x0008, 0x0050, 'SH'], taken.accession),
      ...text([0x0008, 0x0060, 'CS'], taken.modality ?? 'OP'),
      ...patientOf(taken),
      ...text([0x0020, 0x000d, 'UI'], taken.study),
      ...text([0x0020, 0x000e, 'UI'], taken.study && `${taken.study}.1`),
      ...text([0x0020, 0x0060, 'CS'], taken.series),
      ...text([0x0020, 0x0062, 'CS'], taken.eye),
    ],
  })
  return part10({ sopClass, sopInstance: uid, syntax: LITTLE, dataset }, 'CAMERA')
}

const text = (tag: [number, number, string], value: string | Buffer | undefined): Entry[] =>
  value === undefined ? [] : [[...tag, value]]

const patientOf = (taken: Taken): Entry[] => [
  ...text([0x0008, 0x0005, 'CS'], taken.charset),
  ...text([0x0010, 0x0010, 'PN'], taken.name),
  ...text([0x0010, 0x0020, 'LO'], taken.number),
  ...text([0x0010, 0x0030, 'DA'], taken.birthday),
  ...text([0x0010, 0x0040, 'CS'], taken.sex),
]

/** A report in a DICOM file. */
export function reportFile(pdf: Buffer, taken: Taken = {}): Buffer {
  made += 1
  const uid = `2.25.${process.pid}.${Date.now()}.${made}`
  const length = Buffer.alloc(4)
  length.writeUInt32LE(pdf.length)
  const dataset = dicomPicture({
    syntax: LITTLE,
    bare: 'meta',
    entries: [
      [0x0008, 0x0016, 'UI', SOP.encapsulatedPdf],
      [0x0008, 0x0018, 'UI', uid],
      ...patientOf(taken),
      [0x0042, 0x0011, 'OB', pdf],
      [0x0042, 0x0015, 'UL', length],
    ],
  })
  const file = { sopClass: SOP.encapsulatedPdf, sopInstance: uid, syntax: LITTLE, dataset }
  return part10(file, 'CAMERA')
}

const CAMERA: InputOf<typeof addDevice> = {
  name: '眼底相机 1',
  ae_title: 'CAMERA',
  addresses: ['127.0.0.1'],
  modality: 'fundus',
  collect_device: 'Topcon TRC-NW400',
  img_type: 1,
}

/** A program that receives, before anybody uses it. */
export async function receivingApp(dicom: Partial<DicomConfig> = {}) {
  const app = await testApp({
    dicom: { ...DICOM, ...dicom },
    peers: { networks: ['127.0.0.0/8'], caFile: null },
  })
  const receiver = await startDicom(app.context)
  if (!receiver) throw new Error('nothing listens')
  const close = async () => {
    await receiver.stop()
    await app.close()
  }
  return { app, port: receiver.port, close }
}

/** The camera of an institution, registered by its main account, and what it calls. */
export async function registerCamera(
  app: TestApp,
  main: SignedIn,
  traits: Partial<InputOf<typeof addDevice>> = {},
): Promise<{ device_id: string; title: string }> {
  const asked = { token: main.token }
  const { device_id } = await succeed(app, addDevice, { ...CAMERA, ...traits }, asked)
  const { called } = await succeed(app, listDevices, {}, asked)
  return { device_id, title: called.ae_title }
}

export interface Ran {
  code: number
  said: string
}

/** Runs a program of dcmtk to its end. */
export const dcmtk = (program: string, args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(program, args, { encoding: 'utf8' }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: stdout + stderr })
    })
  })

/** Writes files for dcmtk to send. */
export async function asFiles(files: readonly Buffer[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mingmou-camera-'))
  return Promise.all(
    files.map(async (bytes, index) => {
      const path = join(folder, `${index}.dcm`)
      await writeFile(path, bytes)
      return path
    }),
  )
}

/** Sends files in one association. */
export const sendFiles = async (
  { port, title, calling = 'CAMERA' }: { port: number; title: string; calling?: string },
  files: readonly Buffer[],
): Promise<Ran> => {
  const to = ['-aet', calling, '-aec', title, '127.0.0.1', String(port)]
  return dcmtk('storescu', ['-v', ...to, ...(await asFiles(files))])
}

export const receivedBy = async (app: TestApp, by: SignedIn): Promise<ReceivedFile[]> =>
  (await succeed(app, listReceived, { size: 100 }, { token: by.token })).rows
