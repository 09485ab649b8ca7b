import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const MIGRATIONS = 'server/src/migrations/'

/** A small thing that is there: a new one of its kind touches as many files. */
export interface SmallThing {
  thing: string
  /** What names it, in a file or in the name of one. */
  word: RegExp
  /** Its own folders; null of a thing that has none. */
  own: string | null
  /** They name it and would do without a new one. */
  others: readonly string[]
}

export const RECORD: SmallThing = {
  thing: 'a record of a patient (complications)',
  word: /complication/i,
  own: '/features/complications/',
  others: [
    // Reports and trends tell of treatments, which complications alone record.
    'contract/src/calls/images/analyses.ts',
    'contract/src/findings/treatments.ts',
    'contract/src/modalities/report-sections.ts',
    'contract/src/report/data.ts',
    'server/src/features/analyses/service.ts',
    'server/src/features/reports/sources.ts',
    'server/src/features/trends/service.ts',
    'web/src/modalities/fundus/grade-card.tsx',
    'web/src/modalities/view.ts',
    // So a typed statement reads its table.
    'server/src/platform/database/tables.ts',
    'server/src/platform/database/tables/patient.ts',
    'web/src/locales/en/overview.json',
  ],
}

export const KIND: SmallThing = {
  thing: 'a kind of image (octa)',
  word: /(?<![a-z])octa(?![a-z])/i,
  own: '/octa/',
  others: [
    'contract/src/calls/site/feedback-classes.ts',
    'server/src/features/credentials/guessable.ts',
    'server/src/features/questionnaire/sample.ts',
    'web/src/features/site/accuracy.json',
    'web/src/locales/en/site.json',
    'web/src/locales/zh-CN/site.json',
  ],
}

export const FIGURE: SmallThing = {
  thing: 'a figure of the fundus (horizontal cup-to-disc ratio)',
  word: /hcdr/,
  own: null,
  // A sample fills in what it does not state.
  others: ['contract/src/modalities/fundus/sample-findings.ts'],
}

/** The files that name it outside its own folders. A new one has one migration. Tests, journeys and docs are left out. */
export function touchedBy({ word, own, others }: SmallThing): string[] {
  const files = ['contract', 'analysis', 'server', 'web']
    .flatMap((name) =>
      readdirSync(join(ROOT, name, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.test)\.(ts|tsx|json)$/.test(file))
        .map((file) => `${name}/src/${file.replaceAll('\\', '/')}`),
    )
    .concat('oxlint.config.js', 'scripts/accuracy-shown.ts')
    .filter((file) => !/\/(testing|phantom)\//.test(file))
    .filter((file) => (own === null || !file.includes(own)) && !others.includes(file))
    .filter((file) => word.test(file) || word.test(readFileSync(join(ROOT, file), 'utf8')))
  return [...new Set(files.map((file) => (file.startsWith(MIGRATIONS) ? MIGRATIONS : file)))]
}
