import type { GridEdit, GridEditResult } from '@basalt/contract/table-editor/grid.schema.ts'
import { randomOf } from '@basalt/testing/seeded-random.ts'
import { expect, type Page, type TestInfo } from '@playwright/test'
import { whenHealthy } from '../scripts/demo/demo-data.ts'
import { signInBrowser, sqlOf, test } from './fixtures.ts'
import { startOwnServer } from './own-server.ts'
import { changesOf, oidOf, rowsOf } from './table-editor.ts'
import { TORTURE, tortureSeed } from './torture.ts'

/** How often two browsers save what they changed. */
const ROUNDS = tortureSeed === undefined ? 3 : 10

/** The random choices of this repetition; its seed is in the report. */
function randomOfTest(info: TestInfo) {
  const seed = (tortureSeed ?? 7) + info.repeatEachIndex
  info.annotations.push({ type: 'seed', description: String(seed) })
  return randomOf(seed)
}

const rowOf = (page: Page, id: number) =>
  rowsOf(page, 'shared').getByRole('row', { name: new RegExp(`Open row ${id} `) })

/** Types into the cell of a column, counted from the first. */
async function type(page: Page, id: number, column: number, text: string) {
  await rowOf(page, id)
    .locator(`[role=gridcell][aria-colindex="${column + 2}"]`)
    .dblclick()
  const field = page.getByRole('form', { name: /^Edit / }).getByRole('textbox')
  await field.fill(text)
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
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

test(
  'two browsers change one table at once: it ends as their saves reported',
  TORTURE,
  async ({ browser, account, project, sql }, info) => {
    test.slow()
    await sql(`create table shared (id int primary key, a text, b text);
    insert into shared select n, 'a0 of ' || n, 'b0 of ' || n from generate_series(1, 6) n`)
    const oid = await oidOf(sql, 'shared')
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
    const random = randomOfTest(info)
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
    const saveAll = async (page: Page, chance = random) => {
      const save = changesOf(page).getByRole('button', { name: 'Save', exact: true })
      if (!(await save.isVisible())) return
      await save.click()
      await expect(changesOf(page).getByText('Saving')).toBeHidden()
      const problems = page.getByRole('alert', { name: 'Changes that were not saved' })
      // Each conflict is decided: for the value that was typed, or for the one of the other browser.
      while (await problems.isVisible()) {
        const mine = problems.getByRole('button', { name: /Use mine|Delete anyway/ }).first()
        const theirs = problems.getByRole('button', { name: /Use theirs|Keep the row|Take back/ }).first()
        await (chance() < 0.5 && (await mine.isVisible()) ? mine : theirs).click()
      }
    }
    // Each decides by choices of its own, or their order would depend on which is faster.
    const saveAtOnce = () => {
      const chances = pages.map(() => randomOf(Math.floor(random() * 2 ** 32)))
      return Promise.all(pages.map((page, who) => saveAll(page, chances[who])))
    }
    // Whatever is chosen later, they begin with a conflict.
    for (const [who, page] of pages.entries()) await type(page, 1, 1, `first by ${who + 1}`)
    await saveAtOnce()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [who, page] of pages.entries())
        for (let turn = 0; turn < 3; turn += 1) await act(page, who + 1)
      await saveAtOnce()
    }
    // What was decided last is saved, one after the other.
    for (const page of pages) {
      await saveAll(page)
      await saveAll(page)
    }
    const rows = await sql('select id, a, b from shared order by id')
    const saved = reports.flat().filter(({ result }) => result.outcome === 'saved')
    expect(saved.length).toBeGreaterThan(2 * ROUNDS - 2)
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
  },
)

/** When the server is killed, and what happens meanwhile. */
const MOMENTS = [
  'as the save is sent',
  'as the save is sent, then the page is reloaded',
  'once the row is there',
  'once the row is there, without an answer',
] as const

test(
  'a server that is killed during saves saves each row once, and nothing typed is lost',
  TORTURE,
  async ({ browser }) => {
    test.slow()
    await using server = await startOwnServer()
    const { origin, caller, ref } = server
    await whenHealthy(caller, ref)
    const sql = sqlOf(caller, { ref })
    await sql('create table shared (id int generated always as identity primary key, line text)')
    const context = await server.newContext(browser)
    const page = await context.newPage()
    await page.goto(`${origin}/project/${ref}/editor/${await oidOf(sql, 'shared')}`)
    const grid = rowsOf(page, 'shared')
    const changes = changesOf(page)
    const isSaved = async (line: string) =>
      (await sql(`select from shared where line = '${line}'`)).length > 0
    for (const [round, moment] of MOMENTS.entries()) {
      const line = `line ${round}`
      await page.getByRole('button', { name: 'Insert row', exact: true }).click()
      await grid.getByRole('row').nth(1).locator('[role=gridcell][aria-colindex="3"]').dblclick()
      const field = page.getByRole('form', { name: 'Edit line' }).getByRole('textbox')
      await field.fill(line)
      await page.keyboard.press('Enter')
      const isSent = page.waitForRequest((request) => request.url().endsWith('/edits'))
      const killed = isSent.then(async () => {
        if (moment.startsWith('once the row is there')) await expect.poll(() => isSaved(line)).toBe(true)
        await server.kill()
      })
      if (moment.endsWith('without an answer'))
        await page.route('**/edits', async (route) => {
          await route.fetch().catch(() => undefined)
          await killed
          // The page may have given the request up by then.
          await route.abort().catch(() => undefined)
        })
      await changes.getByRole('button', { name: 'Save', exact: true }).click()
      await killed
      await page.unroute('**/edits')
      await server.restart()
      await whenHealthy(caller, ref)
      if (moment.endsWith('reloaded')) await page.reload()
      const again = changes.getByRole('button', { name: /^Save/ })
      // The page comes and goes with the server, and the answer may have arrived before it died.
      await expect(async () => {
        await expect(grid).toBeVisible({ timeout: 10_000 })
        if (await again.isVisible()) await again.click({ timeout: 5000 })
        await expect(changes).toBeHidden({ timeout: 5000 })
        await expect(page.getByRole('gridcell', { name: line })).toBeVisible({ timeout: 5000 })
        await expect(changes).toBeHidden({ timeout: 1000 })
      }).toPass()
      expect((await sql('select line from shared order by id')).map((row) => row.line)).toEqual(
        MOMENTS.slice(0, round + 1).map((_, index) => `line ${index}`),
      )
    }
    await context.close()
  },
)
