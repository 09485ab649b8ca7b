import pg from 'pg'
import { hashPassword } from '@mingmou/server/testing/parts'
import { signIn, type Client } from './client.ts'

const PASSWORD = 'correct-horse1'

/** Clinicians of the institution of an account, each signed in from an address of the network. */
export async function moreClinicians(
  url: string,
  superuserUrl: string,
  { like, count }: { like: Client; count: number },
): Promise<Client[]> {
  await inDatabase(superuserUrl, async (database) =>
    database.query(
      `INSERT INTO accounts (uid, oid, role, username, name, email, password_hash, first_login)
       SELECT gen_random_uuid(), oid, '4', 'caller' || n, '演示医生', 'caller' || n || '@bench.example.com', $1, false
       FROM accounts, generate_series(0, $2::int - 1) n WHERE uid = $3`,
      [await hashPassword(PASSWORD), count, like.uid],
    ),
  )
  return inTurn(count, (n) =>
    signIn(url, { account: `caller${n}`, password: PASSWORD }, 2, `10.9.${n}.1`),
  )
}

/** Trial users, each with a tenant and an address of their own. */
export async function trialUsers(
  url: string,
  superuserUrl: string,
  count: number,
): Promise<Client[]> {
  await inDatabase(superuserUrl, async (database) => {
    await database.query(
      `INSERT INTO accounts (uid, role, username, name, email, password_hash, first_login)
       SELECT gen_random_uuid(), '5', 'trial' || n, '演示用户', 'trial' || n || '@bench.example.com', $1, false
       FROM generate_series(0, $2::int - 1) n`,
      [await hashPassword(PASSWORD), count],
    )
    await database.query(
      `WITH made AS (
         INSERT INTO institutions (oid, kind, trial_of, name, short_name, contact, phone, email, area_id, address, join_type, review_status)
         SELECT gen_random_uuid(), 'trial', uid, '', '', '', '', '', '{}', '', 1, 1 FROM accounts
         WHERE username LIKE 'trial%' AND email LIKE '%@bench.example.com' RETURNING oid, trial_of)
       INSERT INTO patients (pid, oid, ad_card_number, name, gender, birthday, created_by)
       SELECT gen_random_uuid(), oid, 'TRIAL', '', 1, '1900-01-01', trial_of FROM made`,
    )
  })
  return inTurn(count, (n) =>
    signIn(url, { account: `trial${n}`, password: PASSWORD }, 1, `10.7.${n}.1`),
  )
}

async function inTurn(count: number, enter: (n: number) => Promise<Client>): Promise<Client[]> {
  const clients: Client[] = []
  for (let n = 0; n < count; n++) clients.push(await enter(n))
  return clients
}

async function inDatabase(
  superuserUrl: string,
  work: (database: pg.Client) => Promise<unknown>,
): Promise<void> {
  const database = new pg.Client({ connectionString: superuserUrl })
  await database.connect()
  try {
    await work(database)
  } finally {
    await database.end()
  }
}
