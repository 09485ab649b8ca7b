import { listPatients } from '@mingmou/contract'
import pg from 'pg'
import type { Client } from './client.ts'
import { spread, timed } from './table.ts'

const INSTITUTIONS = 50
const PATIENTS = 100_000

/** 100,000 patients in the demo institution, 1,000 in each of 49 others. */
export async function fillPatients(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query(`
      INSERT INTO institutions (oid, name, short_name, contact, phone, email, area_id, address, join_type, review_status)
      SELECT gen_random_uuid(), '演示机构' || n, '演示' || n, '演示', '010-88886666', 'bench' || n || '@example.com',
             '{330000}', '演示路1号', 2, 1
      FROM generate_series(2, ${INSTITUTIONS}) n`)
    // Without triggers: their work for single rows is done for all rows at once below.
    await client.query('SET session_replication_role = replica')
    await client.query(`
      INSERT INTO patients (pid, oid, ad_card_number, name, gender, profession, birthday, phone, area_id, address, created_by, created_at)
      SELECT gen_random_uuid(), i.oid, 'BENCH-' || n, '演示患者' || n, 1 + n % 2, '11', '1960-01-01', '138' || lpad(n::text, 8, '0'),
             '{330000}', '演示路1号', gen_random_uuid(), now() - n * interval '1 minute'
      FROM (SELECT * FROM institutions WHERE kind = 'clinic') i,
           LATERAL generate_series(1, CASE WHEN i.oid = (SELECT oid FROM institutions WHERE kind = 'clinic' ORDER BY created_at, oid LIMIT 1)
                                           THEN ${PATIENTS} ELSE 1000 END) n`)
    await client.query('TRUNCATE patient_pieces, tallies')
    await client.query(
      'INSERT INTO patient_pieces SELECT pid, oid, pieces_of(patients) FROM patients',
    )
    await client.query(`
      INSERT INTO tallies SELECT oid, 'patients', (created_at AT TIME ZONE 'UTC')::date, count(*)
      FROM patients WHERE deleted_at IS NULL GROUP BY 1, 3`)
    await client.query('SET session_replication_role = origin')
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

/** The patient list in the page's own form. */
export async function benchPatients(client: Client): Promise<Record<string, object>> {
  const list = (body: object) => (index: number) =>
    client.call(listPatients, { page: 1 + (index % 5), size: 10, ...body })
  const cases = {
    'first pages': list({}),
    'page 5,000': list({ page: 5000 }),
    'by part of a name': list({ name: '者4711' }),
    'by part of a telephone number': list({ phone: '0004711' }),
    'by card number': list({ page: 1, adCardNumber: 'BENCH-4711' }),
  }
  const rows: Record<string, object> = {}
  for (const [name, work] of Object.entries(cases)) {
    await timed(10, work)
    rows[name] = spread(await timed(200, work))
  }
  return rows
}
