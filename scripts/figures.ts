import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import {
  FIGURE_SYSTEM,
  figureName,
  MODALITIES,
  normText,
  imageName,
  UNIT_SYMBOLS,
  type Figure,
} from '../contract/src/index.ts'

/** Prints the table of figures; `--check` fails when the page is out of date. */

const PAGE = join(resolve(import.meta.dirname, '..'), 'docs/figures.md')

function errorText({ error, repeats }: Figure, name: 'usual' | 'tolerance'): string {
  if (repeats && name === 'usual') return `${repeats.few}, ${repeats.many}`
  if (error === null) return ''
  return error.relative ? `${Math.round(100 * error[name])} %` : String(error[name])
}

const rowsOf = (figures: readonly Figure[]) =>
  figures.map((figure) =>
    [
      `\`${figure.key}\``,
      figureName(figure, 'en'),
      figureName(figure, 'zh-CN'),
      `\`${figure.unit}\``,
      figure.digits,
      errorText(figure, 'usual'),
      errorText(figure, 'tolerance'),
      figure.norm ? `${normText(figure, 'en')} (${figure.norm.source})` : '',
    ].join(' | '),
  )

const page = `# The table of figures

Printed by \`npm run figures\` from the tables of the contract. A figure stands there or nowhere: a number that is not in the
table stops the analysis, and a test holds the table against everything an analysis can find and a report can carry.

- Units are UCUM codes. Braces mark what UCUM has no unit for: ${Object.entries(UNIT_SYMBOLS)
  .filter(([code]) => code.includes('{'))
  .map(([code, symbol]) => `\`${code}\` is ${symbol}`)
  .join(', ')}.
- The code of a figure for other programs is its place in the findings, in the system \`${FIGURE_SYSTEM}\`.
  No LOINC code is used. Those for the cup-to-disc ratio and for the severity of retinopathy name ophthalmoscopy as
  their method, and none is known for the others.
- Usual error and tolerance are in the figure's unit, or in percent of it; a count has the two
  numbers of its spread between photographs of one eye. [measures.md](measures.md) says what they rest on.

${MODALITIES.map(
  ({ key, figures }) => `## ${imageName(key, 'en')}

| place in the findings, and code | name | Chinese name | unit | digits | usual error | tolerance | norm and source |
|---|---|---|---|---|---|---|---|
${rowsOf(figures.all)
  .map((row) => `| ${row} |`)
  .join('\n')}
`,
).join('\n')}`

const options = await resolveConfig(PAGE)
const printed = await format(page, { ...options, parser: 'markdown' })
if (process.argv.includes('--check')) {
  if (readFileSync(PAGE, 'utf8') !== printed) {
    console.error('docs/figures.md is out of date: run npm run figures')
    process.exitCode = 1
  }
} else {
  writeFileSync(PAGE, printed)
}
