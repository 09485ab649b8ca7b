import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { freePort, startProgram } from '@mingmou/e2e/program'
import { startEmbedded } from '@mingmou/server/testing/parts'
import { benchAccounts, fillAccounts } from './accounts.ts'
import { signIn } from './client.ts'
import { benchContents } from './contents.ts'
import { benchEdit } from './edit.ts'
import { benchFirstVisit } from './first-visit.ts'
import { benchFlood } from './flood.ts'
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
import { benchStrangers } from './strangers.ts'
import { benchUpload, uploadOnce } from './upload.ts'
import { benchVisitors } from './visitors.ts'

/**
 * `npm run bench load [SECONDS]`: 200 live connections and 20 callers for a minute, then 40 photographs of ten nurses in 3 minutes at most.
 * `npm run bench strangers [SECONDS]`: what clinicians notice of strangers at every limit that they have.
 * `npm run bench orthanc`: the same work beside Orthanc, where Debian's package is installed.
 * `npm run bench hospital [PATIENTS]`: searches by FHIR, patients and results by HL7 v2, beside 100,000 patients.
 * `npm run bench restore [PATIENTS]`: backup and restore of 100,000 patients and 10 GB of files; 50 GB of disk.
 * `npm run bench imports [ROWS]`: a table of 100,000 patients that is looked at, written and taken back.
 * `npm run bench memory [ANALYSES]`: the memory of the program over 1,000 analyses.
 * `npm run bench [stages] [contents] [edit] [accounts] [patients] [pages] [upload] [opening] [flood] [visitors] [first-visit] [records [COUNT]]`: speed, in tables.
 * Without a name it runs everything but these seven and the records, which take half an hour and 60 GB at their full count of patients.
 */

const named = process.argv.slice(2).filter((word) => Number.isNaN(Number(word)))
const counted = process.argv.slice(2).find((word) => !Number.isNaN(Number(word)))
const count = (otherwise: number) => Number(counted ?? otherwise)
const wants = (name: string) => named.length === 0 || named.includes(name)

if (wants('stages')) {
  for (const [name, drawn] of Object.entries(DRAWN)) {
    console.log(`Stages of the analysis of a drawn ${name}, 10 runs`)
    console.table(await benchStages(drawn, 10))
  }
}

if (wants('contents')) {
  console.log('What the look at the contents adds to a drawn fundus photograph, 4288x2848, 20 runs')
  console.table(await benchContents(20))
}

if (wants('edit')) {
  console.log('From the save of a source to what it changes, under npm run dev, 10 edits each')
  console.table(await benchEdit(10))
}

const GB = 1e9
/** 40 analyses on two idle cores took 136 s. */
const NURSE_SECONDS = 180

if (named.includes('restore')) {
  console.log(`A backup of ${count(100_000)} patients and 10 GB of files, and back`)
  console.table(await benchRestore(count(100_000), 10 * GB))
}

if (
  [
    ...['accounts', 'patients', 'pages', 'upload', 'opening', 'flood', 'visitors', 'first-visit'],
    ...['records', 'load', 'strangers', 'memory', 'orthanc', 'imports', 'hospital'],
  ].some(wants)
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mingmou-bench-'))
  const database = await startEmbedded({ dataDir, log: pino({ level: 'silent' }) })
  const began = performance.now()
  const dicomPort = await freePort()
  const dicom = named.includes('orthanc') ? { DICOM_PORT: String(dicomPort) } : {}
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
      console.table(await benchAccounts(program.url))
    }
    if (wants('patients')) {
      await fillPatients(filling.href)
      console.log('Patient list, 100,000 patients in one institution of 50, 200 calls each')
      console.table(await benchPatients(client))
    }
    if (named.includes('records')) {
      await program.said('the demonstration is complete')
      console.table(await fillRecords(filling.href, client, count(PATIENTS)))
      // The session from before the fill has ended meanwhile.
      client = await signIn(program.url, program.account('4'))
      for (const [round, of] of ['first calls after the fill', 'the same calls again'].entries()) {
        console.log(
          `${count(PATIENTS)} patients in 500 institutions, 200 calls each, from the largest: ${of}`,
        )
        console.table(await benchRecords(client, round))
      }
      console.log('The lists of a screening programme at these records, 200 calls each')
      const main = await signIn(program.url, program.account('3'))
      console.table(await benchProgramme(main, client))
      console.log('The mornings of 1,000 clinicians at these records, 3 minutes')
      console.table(await benchMornings(program.url, filling.href, 180))
    }
    if (wants('pages')) {
      const pid = await fillSittings(filling.href)
      const large = await uploadOnce(program.url, client)
      console.log('Pages in Chromium at 1366x768')
      console.table(await benchPages(program.url, program.account('4'), { pid, large }))
      // The browser signed in with the same account, which ended the session.
      client = await signIn(program.url, program.account('4'))
    }
    if (wants('upload')) {
      console.log('Upload to result, a drawn 4288x2848 photograph, 10 runs')
      console.table(await benchUpload(program.url, client, 10))
    }
    if (wants('opening')) {
      console.log('/healthz while files of the largest size are opened, 3 each')
      console.table(await benchOpening(program.url, client, 3))
    }
    if (wants('flood')) {
      console.log('/healthz while bodies of unknown fields come in')
      console.table(await benchFlood(program.url))
    }
    if (wants('visitors')) {
      await program.said('the demonstration is complete')
      console.log('The patient list while one address of the network floods the questionnaire')
      console.table(await benchVisitors(program.url, client))
    }
    if (wants('first-visit')) {
      await program.said('the demonstration is complete')
      console.log('The home page for a first visitor on fast 3G, 5 visits')
      console.table(await benchFirstVisit(program.url, 5))
    }
    if (named.includes('load')) {
      await program.said('the demonstration is complete')
      const seconds = count(60)
      const people = { like: client, count: CALLERS }
      const callers = await moreClinicians(program.url, filling.href, people)
      console.log(`200 live connections and 20 callers without a pause, ${seconds} s`)
      console.table(await benchLoad(program.url, callers, seconds))
      console.log(
        `40 photographs of 4288x2848 by ten nurses at the same moment, ${NURSE_SECONDS} s at most`,
      )
      console.table(await benchNurses(program.url, client, NURSE_SECONDS))
    }
    if (named.includes('strangers')) {
      await program.said('the demonstration is complete')
      const { url, dataDir } = program
      const seconds = count(60)
      const trials = await trialUsers(url, filling.href, 2)
      console.log(`Strangers at every limit that they have, ${seconds} s`)
      console.table(await benchStrangers({ url, dataDir, clinician: client, trials, seconds }))
    }
    if (named.includes('orthanc')) {
      await program.said('the demonstration is complete')
      console.log(
        'The same work in turn: 1,000 patients, 40 photographs by four senders, 200 by C-STORE',
      )
      console.table(await benchOrthanc(program, client, { dataDir, url: filling.href, dicomPort }))
    }
    if (named.includes('hospital')) {
      await firstGraded(filling.href)
      console.table(await fillRecords(filling.href, client, count(100_000)))
      client = await signIn(program.url, program.account('4'))
      const main = await signIn(program.url, program.account('3'))
      console.log(`Searches by FHIR, ${count(100_000)} patients in 500 institutions, 50 calls each`)
      console.table(await benchFhir(program.url, main, filling.href))
      console.log('Patients by HL7 v2')
      console.table(await benchHl7(main, hl7Port))
      console.log('Results by HL7 v2')
      console.table(await benchResults(client, main, filling.href))
    }
    if (named.includes('imports')) {
      await program.said('the demonstration is complete')
      console.log(`A table of ${count(100_000)} patients`)
      console.table(await benchImports(program, { dataDir, url: filling.href }, count(100_000)))
    }
    if (named.includes('memory')) {
      await program.said('the demonstration is complete')
      console.log('Memory of web and worker over analyses of all kinds of images')
      console.table(await benchMemory(program, count(1000)))
    }
  } finally {
    await program.remove()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
