import { Kysely, Migrator, PostgresDialect, sql, type Migration } from 'kysely'
import pg from 'pg'
import * as foundation from '../../migrations/0001_foundation.ts'
import * as workers from '../../migrations/0002_workers.ts'
import * as people from '../../migrations/0003_people.ts'
import * as administration from '../../migrations/0004_administration.ts'
import * as auditCopies from '../../migrations/0076_audit_copies.ts'
import * as erasure from '../../migrations/0077_erasure.ts'
import * as importedAudit from '../../migrations/0078_imported_audit.ts'
import * as auditCopyAlarms from '../../migrations/0081_audit_copy_alarms.ts'
import * as storageGivenBack from '../../migrations/0082_storage_given_back.ts'
import * as factorDue from '../../migrations/0083_factor_due.ts'
import * as deletedArchives from '../../migrations/0084_deleted_archives.ts'
import * as eyeOutcomes from '../../migrations/0085_eye_outcomes.ts'
import * as eyeSources from '../../migrations/0086_eye_sources.ts'
import * as whatAFileSays from '../../migrations/0088_what_a_file_says.ts'
import * as unfiledUploads from '../../migrations/0090_unfiled_uploads.ts'
import * as datasetExportImages from '../../migrations/0091_dataset_export_images.ts'
import * as treatedFacets from '../../migrations/0092_treated_facets.ts'
import * as partsOfDays from '../../migrations/0098_parts_of_days.ts'
import * as auditAnchors from '../../migrations/0099_audit_anchors.ts'
import * as accountChanges from '../../migrations/0100_account_changes.ts'
import * as boundedPairs from '../../migrations/0103_bounded_pairs.ts'
import * as partsOfComplications from '../../migrations/0105_parts_of_complications.ts'
import * as jobs from '../../migrations/0109_jobs.ts'
import * as settledResults from '../../migrations/0094_settled_results.ts'
import * as nameForms from '../../migrations/0093_name_forms.ts'
import * as filesReadAnew from '../../migrations/0097_files_of_a_batch_read_anew.ts'
import * as auditChain from '../../migrations/0005_audit.ts'
import * as knownPlaces from '../../migrations/0006_known_places.ts'
import * as imageScale from '../../migrations/0007_image_scale.ts'
import * as accountStanding from '../../migrations/0008_account_standing.ts'
import * as admissionDocuments from '../../migrations/0009_admission_documents.ts'
import * as sealedReports from '../../migrations/0010_sealed_reports.ts'
import * as codeRequests from '../../migrations/0011_code_requests.ts'
import * as incompletePatients from '../../migrations/0015_incomplete_patients.ts'
import * as searches from '../../migrations/0016_searches.ts'
import * as trialTenants from '../../migrations/0017_trial_tenants.ts'
import * as knownPhotographs from '../../migrations/0019_known_photographs.ts'
import * as analysisOnSaving from '../../migrations/0020_analysis_on_saving.ts'
import * as reportsOfBothEyes from '../../migrations/0021_reports_of_both_eyes.ts'
import * as archiveFields from '../../migrations/0023_archive_fields.ts'
import * as axialLength from '../../migrations/0025_axial_length.ts'
import * as fieldsThatAnAnalysisRead from '../../migrations/0027_fields_that_an_analysis_read.ts'
import * as eyeExams from '../../migrations/0029_eye_exams.ts'
import * as dmConditions from '../../migrations/0031_dm_conditions.ts'
import * as complications from '../../migrations/0033_complications.ts'
import * as dmValues from '../../migrations/0034_dm_values.ts'
import * as patientList from '../../migrations/0035_patient_list.ts'
import * as mergedPatients from '../../migrations/0036_merged_patients.ts'
import * as worklist from '../../migrations/0037_worklist.ts'
import * as reportStates from '../../migrations/0038_report_states.ts'
import * as reportDrafts from '../../migrations/0039_report_drafts.ts'
import * as corrections from '../../migrations/0041_corrections.ts'
import * as batchFiles from '../../migrations/0047_batch_files.ts'
import * as filedElsewhere from '../../migrations/0046_filed_elsewhere.ts'
import * as datasets from '../../migrations/0044_datasets.ts'
import * as imageNotes from '../../migrations/0049_image_notes.ts'
import * as questionnaire from '../../migrations/0055_questionnaire.ts'
import * as drawings from '../../migrations/0050_drawings.ts'
import * as secondFactor from '../../migrations/0068_second_factor.ts'
import * as passkeys from '../../migrations/0069_passkeys.ts'
import * as sso from '../../migrations/0079_sso.ts'
import * as news from '../../migrations/0057_news.ts'
import * as newsVersions from '../../migrations/0062_news_versions.ts'
import * as questionnaireLinks from '../../migrations/0063_questionnaire_links.ts'
import * as registrations from '../../migrations/0040_registrations.ts'
import * as trialPhotographs from '../../migrations/0051_trial_photographs.ts'
import * as queueTurns from '../../migrations/0052_queue_turns.ts'
import * as feedback from '../../migrations/0053_feedback.ts'
import * as countedByIndex from '../../migrations/0059_counted_by_index.ts'
import * as reportsCountedByIndex from '../../migrations/0071_reports_counted_by_index.ts'
import * as mergedByIndex from '../../migrations/0080_merged_by_index.ts'
import * as datasetValues from '../../migrations/0060_dataset_values.ts'
import * as notices from '../../migrations/0054_notices.ts'
import * as quotas from '../../migrations/0067_quotas.ts'
import * as completeWorkers from '../../migrations/0066_complete_workers.ts'
import { StartRefused } from '../../start-refused.ts'
import { openPool } from './database.ts'
import { ensureRoles } from './roles.ts'

const MIGRATIONS: Record<string, Migration> = {
  '0001_foundation': foundation,
  '0002_workers': workers,
  '0003_people': people,
  '0004_administration': administration,
  '0005_audit': auditChain,
  '0006_known_places': knownPlaces,
  '0007_image_scale': imageScale,
  '0008_account_standing': accountStanding,
  '0009_admission_documents': admissionDocuments,
  '0010_sealed_reports': sealedReports,
  '0011_code_requests': codeRequests,
  '0015_incomplete_patients': incompletePatients,
  '0016_searches': searches,
  '0017_trial_tenants': trialTenants,
  '0019_known_photographs': knownPhotographs,
  '0020_analysis_on_saving': analysisOnSaving,
  '0021_reports_of_both_eyes': reportsOfBothEyes,
  '0023_archive_fields': archiveFields,
  '0025_axial_length': axialLength,
  '0027_fields_that_an_analysis_read': fieldsThatAnAnalysisRead,
  '0029_eye_exams': eyeExams,
  '0031_dm_conditions': dmConditions,
  '0033_complications': complications,
  '0034_dm_values': dmValues,
  '0035_patient_list': patientList,
  '0036_merged_patients': mergedPatients,
  '0037_worklist': worklist,
  '0038_report_states': reportStates,
  '0039_report_drafts': reportDrafts,
  '0041_corrections': corrections,
  '0047_batch_files': batchFiles,
  '0046_filed_elsewhere': filedElsewhere,
  '0044_datasets': datasets,
  '0040_registrations': registrations,
  '0049_image_notes': imageNotes,
  '0051_trial_photographs': trialPhotographs,
  '0052_queue_turns': queueTurns,
  '0053_feedback': feedback,
  '0055_questionnaire': questionnaire,
  '0050_drawings': drawings,
  '0059_counted_by_index': countedByIndex,
  '0060_dataset_values': datasetValues,
  '0054_notices': notices,
  '0057_news': news,
  '0066_complete_workers': completeWorkers,
  '0067_quotas': quotas,
  '0071_reports_counted_by_index': reportsCountedByIndex,
  '0080_merged_by_index': mergedByIndex,
  '0062_news_versions': newsVersions,
  '0068_second_factor': secondFactor,
  '0063_questionnaire_links': questionnaireLinks,
  '0069_passkeys': passkeys,
  '0076_audit_copies': auditCopies,
  '0077_erasure': erasure,
  '0078_imported_audit': importedAudit,
  '0079_sso': sso,
  '0081_audit_copy_alarms': auditCopyAlarms,
  '0082_storage_given_back': storageGivenBack,
  '0083_factor_due': factorDue,
  '0084_deleted_archives': deletedArchives,
  '0085_eye_outcomes': eyeOutcomes,
  '0086_eye_sources': eyeSources,
  '0088_what_a_file_says': whatAFileSays,
  '0090_unfiled_uploads': unfiledUploads,
  '0091_dataset_export_images': datasetExportImages,
  '0092_treated_facets': treatedFacets,
  '0093_name_forms': nameForms,
  '0094_settled_results': settledResults,
  '0097_files_of_a_batch_read_anew': filesReadAnew,
  '0098_parts_of_days': partsOfDays,
  '0099_audit_anchors': auditAnchors,
  '0100_account_changes': accountChanges,
  '0103_bounded_pairs': boundedPairs,
  '0105_parts_of_complications': partsOfComplications,
  '0109_jobs': jobs,
}

/** Migrates the database to this program's schema. Several programs take turns under a lock. */
export async function migrate(url: string): Promise<void> {
  const login = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await login.connect()
    await ensureRoles(login)
  } finally {
    await login.end()
  }
  const pool = openPool(url, 'mingmou_owner', 2)
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseNewer(owner)
    const migrator = new Migrator({
      db: owner,
      provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
      migrationTableSchema: 'migrations',
    })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) {
      const why = error instanceof Error ? error.message : ''
      throw new Error(`The migration failed: ${why}`, { cause: error })
    }
    await sql.raw(GRANTS).execute(owner)
  } finally {
    await owner.destroy()
  }
}

/** The login of the service reads which migrations were made. */
const GRANTS = `GRANT USAGE ON SCHEMA migrations TO mingmou_app;
  GRANT SELECT ON migrations.kysely_migration TO mingmou_app;`

/** For a login that may not change the schema: it is this program's, neither older nor newer. */
export async function refuseOlder(url: string): Promise<void> {
  const pool = openPool(url, 'mingmou_app', 1)
  const reader = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseNewer(reader)
    const { rows } = await sql<{ name: string }>`
      select name from migrations.kysely_migration`.execute(reader)
    const missing = Object.keys(MIGRATIONS).find((name) => !rows.some((row) => row.name === name))
    if (missing !== undefined) {
      throw new StartRefused(
        `The database lacks ${missing}, and the user of DATABASE_URL may not change it: run MODE=migrate with MIGRATION_DATABASE_URL first`,
      )
    }
  } finally {
    await reader.destroy()
  }
}

/** An older program would write rows that the newer database does not expect. */
async function refuseNewer(owner: Kysely<unknown>): Promise<void> {
  const table = await sql<{ name: string | null }>`
    select to_regclass('migrations.kysely_migration')::text as name`.execute(owner)
  if (!table.rows[0]?.name) return
  const done = await sql<{ name: string }>`
    select name from migrations.kysely_migration order by name desc`.execute(owner)
  const unknown = done.rows.find((row) => !(row.name in MIGRATIONS))
  if (unknown) {
    throw new StartRefused(
      `The database is newer than this program (it has ${unknown.name}): start the newer program, or restore a backup`,
    )
  }
}
