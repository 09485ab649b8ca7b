import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { endOnSignals, endWhereCut } from '@mingmou/e2e/cut'
import { freePort, startProgram } from '@mingmou/e2e/program'
import { startEmbedded } from '@mingmou/server/testing/parts'
import { benchAccounts, fillAccounts } from './accounts.ts'
import { benchBadPeers } from './strangers/bad-peers.ts'
import { signIn } from './client.ts'
import { benchContents } from './contents.ts'
import { benchEdit } from './edit.ts'
import { benchFirstVisit } from './first-visit.ts'
import { benchFlood } from './strangers/flood.ts'
import { benchFhir, benchHl7, benchResults, firstGraded } from './hospital.ts'
import { benchImports } from './imports.ts'
import { benchLoad, benchNurses, CALLERS } from './load.ts'
import { benchMemory } from './memory.ts'
import { benchMornings } from './mornings.ts'
import { benchOpening } from './opening.ts'
import { benchOrthanc } from './orthanc.ts'
import { benchPages, fillSittings } from './pages.ts'
import { benchPatients, fillPatients } from './patients.ts'
import { moreClinicians, trialUsers } from './people.ts'
import { benchProgramme, benchRecords, fillRecords, PATIENTS } from './records.ts'
import { benchRestore } from './restore.ts'
import { benchStages, DRAWN } from './stages.ts'
import { benchStrangers } from './strangers/strangers.ts'
import { benchUpload, uploadOnce } from './upload.ts'
import { benchVisitors } from './strangers/visitors.ts'

/**
 * `npm run bench load [SECONDS]`: 200 live connections and 20 callers for a minute, then 40 photographs of ten nurses in 3 minutes at most.
 * `npm run bench strangers [SECONDS]`: what clinicians notice of strangers at every limit that they have.
 * `npm run bench bad-peers`: what a clinician notices of 200 connections to the port of devices that say nothing, garbage or 2 GB.
 * `npm run bench orthanc`: the same work beside Orthanc, where Debian's package is installed.
 * `npm run bench hospital [PATIENTS]`: searches by FHIR, patients and results by HL7 v2, beside 100,000 patients.
 * `npm run bench restore [PATIENTS]`: backup and restore of 100,000 patients and 10 GB of files; 50 GB of disk.
 * `npm run bench imports [ROWS]`: a table of 100,000 patients that is looked at, written and taken back.
 * `npm run bench memory [ANALYSES]`: the memory of the program over 1,000 analyses.
 * `npm run bench [stages] [contents] [edit] [accounts] [patients] [pages] [upload] [opening] [flood] [visitors] [first-visit] [records [COUNT]]`: speed, in tables.
 * Without a name it runs everything but these eight and the records, which take half an hour and 60 GB at their full count of patients.
 */

const FILLED = [
  'accounts',
  'patients',
  'pages',
  'upload',
  'opening',
  'flood',
  'visitors',
  'first-visit',
]
const ALONE = [
  'records',
  'load',
  'strangers',
  'bad-peers',
  'memory',
  'orthanc',
  'imports',
  'hospital',
]
const KNOWN = ['stages', 'contents', 'edit', 'restore', ...FILLED, ...ALONE]

// Whatever ends it, nobody takes a bench that printed too little for one that was run.
let isWhole = false
process.once('exit', () => {
  if (isWhole) return
  console.error('The bench ended before all its tables were printed.')
  process.exitCode ||= 1
})

endOnSignals()

/** A bench that measured nothing has failed. */
function print(rows: object): void {
  if (Object.keys(rows).length === 0) throw new Error('nothing was measured')
  console.table(rows)
}

const named = process.argv.slice(2).filter((word) => Number.isNaN(Number(word)))
const counted = process.argv.slice(2).find((word) => !Number.isNaN(Number(word)))
const count = (otherwise: number) => Number(counted ?? otherwise)
const unknown = named.filter((name) => !KNOWN.includes(name))
if (unknown.length > 0)
  throw new Error(`no bench is called ${unknown.join(', ')}; there are ${KNOWN.join(', ')}`)
const wants = (name: string) => named.length === 0 || named.includes(name)

if (wants('stages')) {
  for (const [name, drawn] of Object.entries(DRAWN)) {
    console.log(`Stages of the analysis of a drawn ${name}, 10 runs`)
    print(await benchStages(drawn, 10))
  }
}

if (wants('contents')) {
  console.log('What the look at the contents adds to a drawn fundus photograph, 4288x2848, 20 runs')
  print(await benchContents(20))
}

if (wants('edit')) {
  console.log('From the save of a source to what it changes, under npm run dev, 10 edits each')
  print(await benchEdit(10))
}

const GB = 1e9
/** 40 analyses on two idle cores took 136 s. */
const NURSE_SECONDS = 180

if (named.includes('restore')) {
  console.log(`A backup of ${count(100_000)} patients and 10 GB of files, and back`)
  print(await benchRestore(count(100_000), 10 * GB))
}

if ([...FILLED, ...ALONE].some(wants)) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mingmou-bench-'))
  const removed = endWhereCut(() => rm(dataDir, { recursive: true, force: true }))
  const database = await startEmbedded({ dataDir, log: pino({ level: 'silent' }) })
  const stopped = endWhereCut(() => database.stop())
  const began = performance.now()
  const dicomPort = await freePort()
  const hasDicom = named.includes('orthanc') || named.includes('bad-peers')
  const dicom = hasDicom ? { DICOM_PORT: String(dicomPort) } : {}
  const hl7Port = await freePort()
  const hospital = named.includes('hospital')
    ? { HL7_PORT: String(hl7Port), PEER_NETWORKS: '127.0.0.0/8' }
    : {}
  const program = await startProgram({
    env: { DATABASE_URL: database.url, ...dicom, ...hospital },
  })
  try {
    console.log(
      `Start on an empty database to a served page: ${Math.round(performance.now() - began)} ms`,
    )
    let client = await signIn(program.url, program.account('4'))
    const filling = new URL(database.superuserUrl)
    filling.pathname = new URL(database.url).pathname
    if (['patients', 'pages', 'upload'].some(wants))
      await program.said('the demonstration is complete')
    if (wants('accounts')) {
      await fillAccounts(filling.href)
      console.log('Is there such an account? 200 tries each, in pairs, medians')
      print(await benchAccounts(program.url))
    }
    if (wants('patients')) {
      await fillPatients(filling.href)
      console.log('Patient list, 100,000 patients in one institution of 50, 200 calls each')
      print(await benchPatients(client))
    }
    if (named.includes('records')) {
      await program.said('the demonstration is complete')
      print(await fillRecords(filling.href, client, count(PATIENTS)))
      // The session from before the fill has ended meanwhile.
      client = await signIn(program.url, program.account('4'))
      for (const [round, of] of ['first calls after the fill', 'the same calls again'].entries()) {
        console.log(
          `${count(PATIENTS)} patients in 500 institutions, 200 calls each, from the largest: ${of}`,
        )
        print(await benchRecords(client, round))
      }
      console.log('The lists of a screening programme at these records, 200 calls each')
      const main = await signIn(program.url, program.account('3'))
      print(await benchProgramme(main, client))
      console.log('The mornings of 1,000 clinicians at these records, 3 minutes')
      print(await benchMornings(program.url, filling.href, 180))
    }
    if (wants('pages')) {
      const pid = await fillSittings(filling.href)
      const large = await uploadOnce(program.url, client)
      console.log('Pages in Chromium at 1366x768')
      print(await benchPages(program.url, program.account('4'), { pid, large }))
      // The browser signed in with the same account, which ended the session.
      client = await signIn(program.url, program.account('4'))
    }
    if (wants('upload')) {
      console.log('Upload to result, a drawn 4288x2848 photograph, 10 runs')
      print(await benchUpload(program.url, client, 10))
    }
    if (wants('opening')) {
      console.log('/healthz while files of the largest size are opened, 3 each')
      print(await benchOpening(program.url, client, 3))
    }
    if (wants('flood')) {
      console.log('/healthz while bodies of unknown fields come in')
      print(await benchFlood(program.url))
    }
    if (wants('visitors')) {
      await program.said('the demonstration is complete')
      console.log('The patient list while one address of the network floods the questionnaire')
      print(await benchVisitors(program.url, client))
    }
    if (wants('first-visit')) {
      await program.said('the demonstration is complete')
      console.log('The home page for a first visitor on fast 3G, 5 visits')
      print(await benchFirstVisit(program.url, 5))
    }
    if (named.includes('load')) {
      await program.said('the demonstration is complete')
      const seconds = count(60)
      const people = { like: client, count: CALLERS }
      const callers = await moreClinicians(program.url, filling.href, people)
      console.log(`200 live connections and 20 callers without a pause, ${seconds} s`)
      print(await benchLoad(program.url, callers, seconds))
      console.log(
        `40 photographs of 4288x2848 by ten nurses at the same moment, ${NURSE_SECONDS} s at most`,
      )
      print(await benchNurses(program.url, client, NURSE_SECONDS))
    }
    if (named.includes('strangers')) {
      await program.said('the demonstration is complete')
      const { url, dataDir } = program
      const seconds = count(60)
      const trials = await trialUsers(url, filling.href, 2)
      console.log(`Strangers at every limit that they have, ${seconds} s`)
      print(await benchStrangers({ url, dataDir, clinician: client, trials, seconds }))
    }
    if (named.includes('bad-peers')) {
      await program.said('the demonstration is complete')
      console.log('A clinician beside 200 bad peers at the port of devices, 300 calls each')
      print(await benchBadPeers(program.url, client, dicomPort))
    }
    if (named.includes('orthanc')) {
      await program.said('the demonstration is complete')
      console.log(
        'The same work in turn: 1,000 patients, 40 photographs by four senders, 200 by C-STORE',
      )
      print(await benchOrthanc(program, client, { dataDir, url: filling.href, dicomPort }))
    }
    if (named.includes('hospital')) {
      await firstGraded(filling.href)
      print(await fillRecords(filling.href, client, count(100_000)))
      client = await signIn(program.url, program.account('4'))
      const main = await signIn(program.url, program.account('3'))
      console.log(`Searches by FHIR, ${count(100_000)} patients in 500 institutions, 50 calls each`)
      print(await benchFhir(program.url, main, filling.href))
      console.log('Patients by HL7 v2')
      print(await benchHl7(main, hl7Port))
      console.log('Results by HL7 v2')
      print(await benchResults(client, main, filling.href))
    }
    if (named.includes('imports')) {
      await program.said('the demonstration is complete')
      console.log(`A table of ${count(100_000)} patients`)
      print(await benchImports(program, { dataDir, url: filling.href }, count(100_000)))
    }
    if (named.includes('memory')) {
      await program.said('the demonstration is complete')
      console.log('Memory of web and worker over analyses of all kinds of images')
      print(await benchMemory(program, count(1000)))
    }
  } finally {
    await program.remove()
    await database.stop()
    stopped()
    await rm(dataDir, { recursive: true, force: true })
    removed()
  }
}
isWhole = true
