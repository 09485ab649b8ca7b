import {
  readPhotographs,
  type PhotographsAsked,
  type PhotographsTold,
} from './features/batch/read-table.ts'
import {
  readReadings,
  type ReadingsAsked,
  type ReadingsTold,
} from './features/validations/readings.ts'
import { answerInThread } from './platform/answering.ts'

/** Reads the tables that calls of the web process bring, so that no other call waits. */
answerInThread<PhotographsAsked | ReadingsAsked, PhotographsTold | ReadingsTold>((asked) => {
  const value = asked.of === 'photographs' ? readPhotographs(asked) : readReadings(asked)
  return Promise.resolve({ value, transferred: [] })
})
