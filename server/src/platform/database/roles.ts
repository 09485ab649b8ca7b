import type pg from 'pg'
import { StartRefused } from '../../start-refused.ts'

/** Two starts may create a role at the same moment, as roles belong to the whole server. */
const CREATE = `
DO $$
DECLARE wanted text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('mingmou roles'));
  FOREACH wanted IN ARRAY ARRAY['mingmou_owner', 'mingmou_app'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
    IF NOT pg_has_role(current_user, wanted, 'SET') THEN
      EXECUTE format('GRANT %I TO %I', wanted, current_user);
    END IF;
  END LOOP;
  IF NOT has_database_privilege('mingmou_owner', current_database(), 'CREATE') THEN
    EXECUTE format('GRANT CREATE ON DATABASE %I TO mingmou_owner', current_database());
  END IF;
  IF NOT has_schema_privilege('mingmou_owner', 'public', 'CREATE') THEN
    GRANT CREATE, USAGE ON SCHEMA public TO mingmou_owner;
  END IF;
END $$`

const STRONG = `SELECT rolname FROM pg_roles
  WHERE rolname IN ('mingmou_owner', 'mingmou_app') AND (rolsuper OR rolbypassrls)`

/** Makes the two roles. Refuses a server where they could bypass row-level security. */
export async function ensureRoles(client: pg.Client): Promise<void> {
  try {
    await client.query(CREATE)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new StartRefused(
      `DATABASE_URL: its user must own the database and be a member of the roles mingmou_owner and mingmou_app, or be allowed to create them (${reason})`,
    )
  }
  const { rows } = await client.query<{ rolname: string }>(STRONG)
  if (rows[0]) {
    throw new StartRefused(
      `DATABASE_URL: the role ${rows[0].rolname} must be neither SUPERUSER nor BYPASSRLS`,
    )
  }
}
