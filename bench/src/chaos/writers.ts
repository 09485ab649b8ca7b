import {
  addPatient,
  commitFeedback,
  createExam,
  finishFeedback,
  handleFeedback,
  today,
} from '@mingmou/contract'
import sharp from 'sharp'
import { patient, type Client } from '../client.ts'
import { upload } from '../upload.ts'
import { sha256, type Ledger } from './ledger.ts'

export interface Writing {
  clinician: () => Promise<Client>
  administrator: () => Promise<Client>
  url: () => string
  ledger: Ledger
}

export interface Tally {
  acknowledged: number
  /** Calls that failed, of which nothing is promised. */
  refused: number
}

let numbers = 0
const next = () => ++numbers

async function writePatient({ clinician, ledger }: Writing): Promise<string> {
  const card = `CHAOS-${Date.now()}-${next()}`
  const client = await clinician()
  const { pid } = await client.call(addPatient, {
    ...patient(),
    ad_card_number: card,
  })
  ledger.patients.push({ pid, card })
  return pid
}

async function writeExam({ clinician, ledger }: Writing, pid: string): Promise<void> {
  const pressure = 10 + (next() % 30)
  const client = await clinician()
  const { rid } = await client.call(createExam, {
    pid,
    record_date: today(),
    record_detail: { iop: { OD: pressure } },
  })
  ledger.exams.push({ pid, rid, pressure })
}

/** Coloured noise: no photograph is like another, and the analysis refuses each at once. */
function drawNoise(): Promise<Buffer> {
  const size = { width: 640, height: 480 }
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { ...size, channels: 3, background: 'black', noise } })
    .jpeg()
    .toBuffer()
}

async function writePhotograph({ clinician, url, ledger }: Writing, pid: string): Promise<void> {
  const bytes = await drawNoise()
  const rid = await upload(url(), await clinician(), pid, bytes)
  ledger.photographs.push({ pid, rid, sha256: sha256(bytes) })
}

/** Feedback whose answer is mailed. The answer is promised once the call that finishes it says so. */
export async function promiseAnswer(writing: Writing): Promise<void> {
  const contact = `answer${next()}@chaos.example.com`
  const sender = await writing.clinician()
  const asked = { type_class: ['1', '9'], content: '演示反馈', contact }
  const { fid } = await sender.call(commitFeedback, asked)
  const administrator = await writing.administrator()
  const { uid } = administrator
  await administrator.call(handleFeedback, { fid, uid })
  const { mailed } = await administrator.call(finishFeedback, { fid, uid, result: '演示答复' })
  if (mailed) writing.ledger.answers.push(contact)
}

/** One person at work until the signal: a patient, then examinations and photographs in turns. */
export async function write(writing: Writing, until: AbortSignal): Promise<Tally> {
  const tally = { acknowledged: 0, refused: 0 }
  const patients: string[] = []
  for (let step = 0; !until.aborted; step++) {
    const [pid] = patients
    try {
      if (pid === undefined) patients.push(await writePatient(writing))
      else if (step % 3 === 0) await writePhotograph(writing, pid)
      else await writeExam(writing, pid)
      tally.acknowledged++
    } catch {
      tally.refused++
      await new Promise((after) => setTimeout(after, 50))
    }
  }
  return tally
}
