import { Agent, request } from 'node:http'
import { getQuestionnaire, keepAnswer, listPatients, submitAnswers } from '@mingmou/contract'
import type { Client } from '../client.ts'
import { spread, timed } from '../table.ts'

const SECONDS = 5
const A_SECOND = 1000
/** Calls are sent in bunches of this many. */
const BUNCH = 10
const LISTS = 200

const CALLS: [string, object][] = [
  [getQuestionnaire.path, {}],
  [keepAnswer.path, { version: 1, question_id: 1, choices: [1] }],
  [submitAnswers.path, { version: 1 }],
]

/**
 * How long the patient list takes a clinician, while visitors at the same address of the network
 * send a thousand calls a second to the questionnaire.
 */
export async function benchVisitors(url: string, client: Client): Promise<Record<string, object>> {
  const lists = async () => spread(await timed(LISTS, () => client.call(listPatients, {})))
  const atRest = await lists()
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const whilst = async () => {
    const answers = new Map<number, number>()
    const flood = sendAll(url, agent, (status) =>
      answers.set(status, (answers.get(status) ?? 0) + 1),
    )
    const meanwhile = await lists()
    const told = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ')
    return { ...meanwhile, 'calls a second': await flood, 'visitors got': told }
  }
  // The first flood finds few connections to the database open.
  const rows = { 'at rest': atRest, 'first flood': await whilst(), 'second flood': await whilst() }
  agent.destroy()
  return rows
}

/** Returns how many calls were sent in a second. */
async function sendAll(url: string, agent: Agent, heard: (status: number) => void) {
  const began = performance.now()
  const sent: Promise<void>[] = []
  while (sent.length < SECONDS * A_SECOND) {
    const due = began + (sent.length / A_SECOND) * 1000
    await new Promise((next) => setTimeout(next, Math.max(0, due - performance.now())))
    for (let n = 0; n < BUNCH; n++) {
      const [path, body] = CALLS[sent.length % CALLS.length] ?? ['', {}]
      sent.push(post(`${url}${path}`, agent, JSON.stringify(body)).then(heard))
    }
  }
  const rate = Math.round(sent.length / ((performance.now() - began) / 1000))
  await Promise.all(sent)
  return rate
}

function post(url: string, agent: Agent, body: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const asked = request(url, { method: 'POST', agent, headers }, (answered) => {
      answered.resume().on('end', () => resolve(answered.statusCode ?? 0))
    })
    asked.on('error', () => resolve(0))
    asked.end(body)
  })
}
