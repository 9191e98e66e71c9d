import { signIn } from '@basalt/contract/access/access.endpoints.ts'
import { SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { GridEdit, GridEditResult } from '@basalt/contract/table-editor/grid.schema.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { expect, type Page } from '@playwright/test'
import { type Caller, call, send, sessionOf, withSession } from '../scripts/api-client.ts'
import { whenHealthy } from '../scripts/demo/demo-data.ts'
import { signInBrowser, test } from './fixtures.ts'
import { withOwner } from './server-process.ts'

const sqlOf = (caller: Caller, ref: string) => async (query: string) =>
  (await call(caller, runQuery, { params: { ref }, query: {}, body: { query } })) as Record<string, unknown>[]

const changesOf = (page: Page) => page.getByRole('region', { name: 'Changes', exact: true })
const rowOf = (page: Page, id: number) =>
  page.getByRole('grid', { name: 'Rows of shared' }).getByRole('row', { name: new RegExp(`Open row ${id} `) })

/** Types into the cell of a column, counted from the first. */
async function type(page: Page, id: number, column: number, text: string) {
  await rowOf(page, id)
    .locator(`[role=gridcell][aria-colindex="${column + 3}"]`)
    .dblclick()
  const field = page.getByRole('form', { name: /^Edit / }).getByRole('textbox')
  await field.fill(text)
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
}

/** Numbers from 0 to 1, the same for each seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Reported {
  readonly edit: GridEdit
  readonly result: GridEditResult
}

/** Collects what the saves of a page report. */
function reportsOf(page: Page): Reported[] {
  const reports: Reported[] = []
  page.on('response', async (response) => {
    const request = response.request()
    if (request.method() !== 'POST' || !new URL(response.url()).pathname.endsWith('/edits')) return
    const { edits } = request.postDataJSON() as { edits: GridEdit[] }
    const { results } = (await response.json()) as { results: GridEditResult[] }
    for (const [index, edit] of edits.entries()) reports.push({ edit, result: results[index]! })
  })
  return reports
}

test('two browsers change one table at once: it ends as their saves reported', async ({
  browser,
  account,
  project,
}) => {
  test.slow()
  const sql = sqlOf(account.caller, project.ref)
  await sql(`create table shared (id int primary key, a text, b text);
    insert into shared select n, 'a0 of ' || n, 'b0 of ' || n from generate_series(1, 6) n`)
  const [{ oid } = {}] = await sql(`select 'shared'::regclass::oid::int as oid`)
  const pages = await Promise.all(
    [1, 2].map(async () => {
      const context = await browser.newContext()
      await signInBrowser(context, account)
      const page = await context.newPage()
      await page.goto(`${process.env.BASALT_E2E_ORIGIN}/project/${project.ref}/editor/${oid}`)
      await expect(rowOf(page, 1)).toBeVisible()
      return page
    }),
  )
  const reports = pages.map(reportsOf)
  const random = randomOf(7)
  let count = 0
  const act = async (page: Page, who: number) => {
    const dice = random()
    const id = 1 + Math.floor(random() * 6)
    const row = rowOf(page, id)
    if ((await row.count()) === 0 || (await row.getAttribute('class'))?.includes('deleted')) return
    count += 1
    if (dice < 0.08) {
      await row.getByRole('checkbox').click()
      await page.getByRole('button', { name: 'Delete 1 row' }).click()
    } else if (dice < 0.2) {
      const undo = changesOf(page).getByRole('button', { name: 'Undo' })
      if ((await undo.isVisible()) && (await undo.isEnabled())) await undo.click()
    } else await type(page, id, dice < 0.6 ? 1 : 2, `${dice < 0.6 ? 'a' : 'b'}${count} by ${who}`)
  }
  const saveAll = async (page: Page) => {
    const save = changesOf(page).getByRole('button', { name: 'Save', exact: true })
    if (!(await save.isVisible())) return
    await save.click()
    await expect(changesOf(page).getByText('Saving')).toBeHidden()
    const problems = page.getByRole('alert', { name: 'Changes that were not saved' })
    // Each conflict is decided: for the value that was typed, or for the one of the other browser.
    while (await problems.isVisible()) {
      const mine = problems.getByRole('button', { name: /Use mine|Delete anyway/ }).first()
      const theirs = problems.getByRole('button', { name: /Use theirs|Keep the row|Take back/ }).first()
      await (random() < 0.5 && (await mine.isVisible()) ? mine : theirs).click()
    }
  }
  for (let round = 0; round < 8; round += 1) {
    for (const [who, page] of pages.entries())
      for (let turn = 0; turn < 3; turn += 1) await act(page, who + 1)
    await Promise.all(pages.map(saveAll))
  }
  // What was decided last is saved, one after the other.
  for (const page of pages) {
    await saveAll(page)
    await saveAll(page)
  }
  const rows = await sql('select id, a, b from shared order by id')
  const saved = reports.flat().filter(({ result }) => result.outcome === 'saved')
  expect(saved.length).toBeGreaterThan(15)
  expect(reports.flat().some(({ result }) => result.outcome === 'conflict')).toBe(true)
  // No change that was reported as saved is missing, and none was overwritten unseen: for each cell, the changes form a
  // chain from the first value to the last.
  for (let id = 1; id <= 6; id += 1) {
    const edits = saved
      .map(({ edit }) => edit)
      .filter((edit) => edit.kind !== 'insert' && edit.row[0] === String(id))
    const isDeleted = edits.some(({ kind }) => kind === 'delete')
    const row = rows.find((each) => each.id === id)
    expect(row === undefined).toBe(isDeleted)
    for (const column of ['a', 'b'] as const) {
      let value = `${column}0 of ${id}`
      const steps = edits.flatMap((edit) =>
        edit.kind === 'update' && Object.hasOwn(edit.set, column)
          ? [{ from: edit.old[column], to: edit.set[column] as string }]
          : [],
      )
      for (let left = [...steps]; left.length > 0; ) {
        const next = left.find(({ from }) => from === value)
        expect(next, `a change of ${column} of ${id} from ${value}`).toBeDefined()
        value = next!.to
        left = left.filter((step) => step !== next)
      }
      if (row) expect(row[column]).toBe(value)
    }
  }
  await Promise.all(pages.map((page) => page.context().close()))
})

test('a server that is killed during saves saves each row once, and nothing typed is lost', async ({
  browser,
}) => {
  test.slow()
  const dataDir = newDataDir()
  let server = await startServer(dataDir, withOwner)
  const { port, origin } = server
  try {
    const session = sessionOf(
      await send({ origin, headers: {} }, signIn, {
        body: { email: withOwner.BASALT_OWNER_EMAIL, password: withOwner.BASALT_OWNER_PASSWORD },
      }),
    )
    const caller = withSession({ origin, headers: {} }, session)
    const { slug } = await call(caller, createOrganization, { body: { name: 'Acme' } })
    const { ref } = await call(caller, createProject, { body: { organization_slug: slug, name: 'Shop' } })
    await whenHealthy(caller, ref)
    const sql = sqlOf(caller, ref)
    await sql('create table shared (id int generated always as identity primary key, line text)')
    const [{ oid } = {}] = await sql(`select 'shared'::regclass::oid::int as oid`)
    const context = await browser.newContext()
    await context.addCookies([
      { name: SESSION_COOKIE, value: session, url: origin, httpOnly: true, sameSite: 'Lax' },
    ])
    const page = await context.newPage()
    await page.goto(`${origin}/project/${ref}/editor/${oid}`)
    const changes = changesOf(page)
    const expected: string[] = []
    for (let round = 0; round < 2; round += 1) {
      const line = `line ${round}`
      await page.getByRole('button', { name: 'Insert row', exact: true }).click()
      await page
        .getByRole('grid', { name: 'Rows of shared' })
        .getByRole('row')
        .nth(1)
        .locator('[role=gridcell][aria-colindex="4"]')
        .dblclick()
      const field = page.getByRole('form', { name: 'Edit line' }).getByRole('textbox')
      await field.fill(line)
      await page.keyboard.press('Enter')
      expected.push(line)
      // In turn: before the request has arrived, when it has, and when the row is there.
      const isSent = page.waitForRequest((request) => request.url().endsWith('/edits'))
      const killed = isSent.then(async () => {
        if (round === 3)
          await expect
            .poll(async () => (await sql(`select from shared where line = '${line}'`)).length)
            .toBe(1)
        await server.stop('SIGKILL')
      })
      if (round === 2) {
        // The answer is held back until the server is dead.
        await page.route('**/edits', async (route) => {
          await route.fetch().catch(() => undefined)
          await killed
          // The page may have given the route up by then.
          await route.abort().catch(() => undefined)
        })
      }
      await changes.getByRole('button', { name: 'Save', exact: true }).click()
      await killed
      await page.unroute('**/edits')
      server = await startServer(dataDir, withOwner, port)
      await whenHealthy(caller, ref)
      const again = changes.getByRole('button', { name: /^Save/ })
      if (round === 1) await page.reload()
      // The page comes and goes with the server, and the answer may have arrived before it died.
      await expect(async () => {
        await expect(page.getByRole('grid', { name: 'Rows of shared' })).toBeVisible({ timeout: 10_000 })
        if (await again.isVisible()) await again.click({ timeout: 5000 })
        await expect(changes).toBeHidden({ timeout: 5000 })
        await expect(page.getByRole('gridcell', { name: line })).toBeVisible({ timeout: 5000 })
        await expect(changes).toBeHidden({ timeout: 1000 })
      }).toPass()
      expect((await sql('select line from shared order by id')).map((row) => row.line)).toEqual(expected)
    }
    await context.close()
  } finally {
    await server.stop()
    removeDataDir(dataDir)
  }
})
