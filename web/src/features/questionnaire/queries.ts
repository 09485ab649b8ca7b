import {
  exportQuestionnaire,
  listQuestionnaires,
  makeQuestionnaireLinks,
  openQuestionnaire,
  questionnaireInfo,
  questionnaireResults,
  questionnaireTexts,
  type DataOf,
} from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { saveFile } from '../../lib/files/download.ts'
import { listOf } from '../../ui/lists/list-page.tsx'

export type VersionPageOf = DataOf<typeof listQuestionnaires>

export const versionList = listOf(
  listQuestionnaires,
  ({ page }) => page,
  (answer) => answer,
)
export const versionQuery = (version: number) => callQuery(openQuestionnaire, { version })
export const resultsQuery = (version: number) => callQuery(questionnaireResults, { version })
export const textsQuery = (version: number, question_id: number, page: number) =>
  callQuery(questionnaireTexts, { version, question_id, page })
export const accountQuery = () => callQuery(questionnaireInfo, {})

export const saveLinks = async (version: number, count: number) => {
  await saveFile(
    makeQuestionnaireLinks.path,
    { type: 'text/csv', name: `questionnaire-${version}-links.csv` },
    { version, count },
  )
  await versionsChanged()
}

export const versionsChanged = () => changed(listQuestionnaires, openQuestionnaire)
export const accountChanged = () => changed(questionnaireInfo)

export const saveResults = (version: number) =>
  saveFile(
    exportQuestionnaire.path,
    { type: 'text/csv', name: `questionnaire-${version}.csv` },
    { version },
  )

/** The key of moves in a version, which is not published before they have arrived. */
export const moving = (version: number) => ['questionnaire', 'move', version]
