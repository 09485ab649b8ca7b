import pg from 'pg'
import { openBrowser, SIZES } from '@mingmou/e2e/browser'
import { resultShown, signIn, type Person } from '@mingmou/e2e/steps'
import { spread } from './table.ts'

type Page = Parameters<typeof resultShown>[0]

const SITTINGS = 200

/** A patient of the demonstration gets 199 sittings more, each like the one that there is. */
const FILL = `
  CREATE TEMP TABLE made AS SELECT
    gen_random_uuid() AS new_rid, gen_random_uuid() AS new_record, n, found.*
    FROM (SELECT archives.rid, archives.pid, analysis_record_id FROM archives
      JOIN analyses USING (rid) JOIN analysis_images USING (analysis_record_id)
      JOIN patients ON patients.pid = archives.pid AND ad_card_number LIKE 'DEMO-%'
      WHERE archives.modality = 'fundus' AND analyses.status = 'done' AND findings->>'dr_grade' IS NOT NULL
      ORDER BY archives.created_at LIMIT 1) AS found, generate_series(1, ${SITTINGS - 1}) n;
  INSERT INTO archives (rid, oid, pid, modality, record_date, collect_device, fields, created_by, created_at)
    SELECT new_rid, oid, archives.pid, modality, record_date - n * 14, collect_device, fields, created_by,
      created_at - n * interval '14 days'
    FROM made JOIN archives USING (rid);
  INSERT INTO archive_images (rid, image_index, oid, upload_key, file_name, file_key, thumb_key, sha256, width, height)
    SELECT new_rid, image_index, oid, new_rid || '/' || image_index, file_name, file_key, thumb_key, sha256, width, height
    FROM made JOIN archive_images USING (rid);
  INSERT INTO analyses (analysis_record_id, oid, pid, rid, modality, status, stage, progress, requested_by, created_at, ended_at)
    SELECT new_record, oid, analyses.pid, new_rid, modality, status, stage, progress, requested_by,
      created_at - n * interval '14 days', ended_at - n * interval '14 days'
    FROM made JOIN analyses USING (analysis_record_id);
  INSERT INTO analysis_images (analysis_record_id, image_index, oid, findings, overlays)
    SELECT new_record, image_index, oid, findings, overlays FROM made JOIN analysis_images USING (analysis_record_id);
  ANALYZE;`

/** Returns the patient. */
export async function fillSittings(superuserUrl: string): Promise<string> {
  const database = new pg.Client({ connectionString: superuserUrl })
  await database.connect()
  try {
    // Without triggers: what they keep is not on these pages.
    await database.query('SET session_replication_role = replica')
    await database.query(FILL)
    const { rows } = await database.query<{ pid: string }>('SELECT pid FROM made LIMIT 1')
    return rows[0]?.pid ?? ''
  } finally {
    await database.end()
  }
}

/** Pages in Chromium at 1366x768: a patient with 200 sittings, and a large photograph that moves. */
export async function benchPages(
  url: string,
  person: Person,
  { pid, large }: { pid: string; large: { pid: string; rid: string } },
): Promise<Record<string, object>> {
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ viewport: SIZES.laptop, locale: 'zh-CN' })
    const page = await context.newPage()
    await signIn(page, url, person)
    await page.waitForURL(/#\/app\/patient/)
    const photograph = `${url}/#/app/diagnosis?tab=0&pid=${large.pid}&image_id=${large.rid}`
    const rows: Record<string, object> = {}
    rows[`${SITTINGS} sittings, page loaded anew`] = spread(await opened(page, url, pid))
    rows['frames while a photograph of 4288x2848 is moved'] = spread(
      await frames(page, photograph, dragged),
    )
    rows['frames while it is zoomed'] = spread(await frames(page, photograph, zoomed))
    rows['a drawing, from its button to its tools'] = spread(await drawingOpened(page))
    return rows
  } finally {
    await browser.close()
  }
}

/** From the address to the sittings on the page, ten times. */
async function opened(page: Page, url: string, pid: string): Promise<number[]> {
  const durations: number[] = []
  for (let index = 0; index < 11; index++) {
    await page.goto('about:blank')
    const start = performance.now()
    await page.goto(`${url}/#/app/patient/detail?pid=${pid}&tab=fundus`)
    await page.getByText(`共 ${SITTINGS} 份`).waitFor()
    await page.locator('.archive').first().waitFor()
    // The first fills the browser's cache.
    if (index > 0) durations.push(performance.now() - start)
  }
  await reachLast(page)
  return durations
}

/** Scrolls until the last sitting is drawn. */
async function reachLast(page: Page): Promise<void> {
  const drawn = page.locator('.archive')
  while ((await drawn.count()) < SITTINGS) {
    const last = drawn.nth((await drawn.count()) - 1)
    const next = drawn.nth(await drawn.count())
    await last.scrollIntoViewIfNeeded()
    await next.waitFor()
  }
}

/** Of the cup of the photograph on the page, ten times. */
async function drawingOpened(page: Page): Promise<number[]> {
  const durations: number[] = []
  for (let index = 0; index < 10; index++) {
    const start = performance.now()
    await page.getByRole('button', { name: '勾画 视杯' }).click()
    await page.getByRole('toolbar', { name: '勾画工具' }).waitFor()
    durations.push(performance.now() - start)
    await page.getByRole('button', { name: /^放\s?弃$/ }).click()
  }
  return durations
}

type Move = (page: Page, centre: { x: number; y: number }, step: number) => Promise<void>

const dragged: Move = (page, { x, y }, step) =>
  page.mouse.move(x + 150 * Math.sin(step / 20), y + 100 * Math.cos(step / 20))
const zoomed: Move = (page, _centre, step) => page.mouse.wheel(0, step % 80 < 40 ? -60 : 60)

/** As text: what the bundler adds to a function is not there in the page. */
const WATCH = `new Promise((done) => {
  const at = []
  const frame = (now) => {
    at.push(now)
    if (now - at[0] < 5000) requestAnimationFrame(frame)
    else done(at.slice(1).map((end, index) => end - at[index]))
  }
  requestAnimationFrame(frame)
})`

/** The time between two frames, while a hand moves for five seconds. */
async function frames(page: Page, address: string, move: Move): Promise<number[]> {
  await page.goto(address)
  await resultShown(page)
  const stage = page.locator('.ev-stage').first()
  const box = await stage.boundingBox()
  if (!box) throw new Error('no photograph')
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(centre.x, centre.y)
  await page.mouse.wheel(0, -600)
  await page.mouse.down()
  const counted = page.evaluate<number[]>(WATCH)
  const done = new AbortController()
  void counted.finally(() => done.abort())
  for (let step = 0; !done.signal.aborted; step++) await move(page, centre, step)
  await page.mouse.up()
  return counted
}
