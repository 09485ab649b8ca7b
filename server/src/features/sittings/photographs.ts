import { ANALYSERS } from '@mingmou/analysis'
import { MODALITIES, type Findings } from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'
import { correctionsOf, type CorrectionRow } from './corrections.ts'
import { drawnOf } from './drawings.ts'

/** One photograph of a done analysis, with the part of the findings that the summary of an eye reads. */
export interface Photographed {
  image_index: number
  /** What clinicians stated of the image, the newest first. */
  corrections: CorrectionRow[]
  findings: Findings | null
  /** The same part with what clinicians drew, where they did and it is measured. */
  drawn: Findings | null
}

/** The part of the findings that the summary of an eye reads, by modality. */
const SUMMED = sql`(CASE archives.modality ${sql.join(
  MODALITIES.map(
    ({ key }) => sql`WHEN ${key} THEN ARRAY[${sql.join([...ANALYSERS[key].eyes.keys])}]`,
  ),
  sql` `,
)} END)`

const summed = (findings: RawBuilder<unknown>) => sql`(
  SELECT jsonb_object_agg(key, value) FROM jsonb_each(${findings}) WHERE key = ANY(${SUMMED}))`

/** The photographs of an analysis of the query's archive, for the summary of each eye. */
export const photographsOf = (analysis: string): RawBuilder<Photographed[]> => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'image_index', found.image_index,
    'findings', ${summed(sql`found.findings`)},
    'drawn', ${summed(
      drawnOf('findings', {
        analysis: 'found.analysis_record_id',
        rid: 'archives.rid',
        image_index: 'found.image_index',
      }),
    )},
    'corrections', ${correctionsOf('archives.rid', 'found.image_index')}
  ) ORDER BY found.image_index), '[]')
  FROM analysis_images AS found WHERE found.analysis_record_id = ${sql.ref(analysis)})`
