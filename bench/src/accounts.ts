import {
  login,
  registerUser,
  sendResetEmail,
  sendSignUpEmail,
  submitReset,
  type Call,
  type InputOf,
} from '@mingmou/contract'
import pg from 'pg'
import { hashPassword } from '@mingmou/server/testing/parts'
import { median, usual } from './table.ts'

const TRIES = 200
const PASSWORD = 'wrong-one1'

const emailOf = (who: 'known' | 'unknown', n: number) => `${who}${n}@bench.example.com`

/** One trial user for each try, because an account with too many tries is refused at once. */
export async function fillAccounts(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query(
      `INSERT INTO accounts (uid, role, username, name, email, password_hash, first_login)
       SELECT gen_random_uuid(), '5', 'known' || n, '演示用户', 'known' || n || '@bench.example.com', $1, false
       FROM generate_series(0, ${TRIES}) n`,
      [await hashPassword('correct-horse1')],
    )
  } finally {
    await client.end()
  }
}

/** A stranger's measurement: the same call for an existing and a missing account, in turns. */
export async function benchAccounts(url: string): Promise<Record<string, object>> {
  const ask = async <C extends Call>(call: C, body: InputOf<C>, n: number) => {
    const answered = await fetch(`${url}${call.path}`, {
      method: call.method,
      // Each try has a network address of its own, because one address gets a limited number of
      // mails an hour.
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.0.${Math.floor(n / 250)}.${n % 250}`,
      },
      body: JSON.stringify(body),
    })
    const text = await answered.text()
    const { error_code } = JSON.parse(text) as { error_code: number }
    return `${answered.status} ${error_code}, ${text.length} B`
  }
  type Who = 'known' | 'unknown'
  const reset = { code: '000000', newpwd: 'another-horse2', accountType: 1 } as const
  const signUp = { code: '000000', password1: PASSWORD, password2: PASSWORD }
  const cases: Record<string, (who: Who, n: number) => Promise<string>> = {
    'login, wrong password': (who, n) =>
      ask(login, { account: `${who}${n}`, password: PASSWORD, accountType: 1 }, n),
    'ask for a reset': (who, n) =>
      ask(sendResetEmail, { email: emailOf(who, n), accountType: 1 }, n),
    'reset, wrong code': (who, n) => ask(submitReset, { ...reset, email: emailOf(who, n) }, n),
    'ask to sign up': (who, n) => ask(sendSignUpEmail, { email: emailOf(who, n) }, n),
    'sign up, wrong code': (who, n) =>
      ask(registerUser, { ...signUp, userName: `${who}x${n}`, email: emailOf(who, n) }, n),
  }
  const rows: Record<string, object> = {}
  for (const [name, work] of Object.entries(cases)) {
    rows[name] = await compare(work)
    // The next kind of mail to the same address is allowed a minute later.
    if (name === 'reset, wrong code') await new Promise((next) => setTimeout(next, 61_000))
  }
  return rows
}

async function compare(work: (who: 'known' | 'unknown', n: number) => Promise<string>) {
  const took = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  const time = async (who: 'known' | 'unknown', n: number) => {
    const start = performance.now()
    answers.add(await work(who, n))
    return performance.now() - start
  }
  // The first call of each kind warms up.
  for (let n = 0; n <= TRIES; n++) {
    const order = n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const who of order) {
      const ms = await time(who, n)
      if (n > 0) took[who].push(ms)
    }
  }
  return {
    answers: [...answers].join(' / '),
    known: usual(took.known),
    unknown: usual(took.unknown),
    // Compares the two calls of each pair, which met the same load.
    difference: `${median(took.known.map((ms, n) => ms - (took.unknown[n] ?? 0))).toFixed(1)} ms`,
  }
}
