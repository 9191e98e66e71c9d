import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { InProcessWorker } from '../analysis/in-process-worker.fixture.ts'
import { sqlWorker } from '../analysis/sql-worker-client.ts'
import { fieldsOf, statementEnd } from '../results/canned-stream.fixture.ts'
import { end, openPage, prepareSqlPage, pressRun } from '../sql-page.fixture.tsx'

prepareSqlPage()

test('a blank text does not run, and an example is offered instead', async () => {
  const { editor, sent, view } = await openPage('  \n')
  const isRunOffered = () =>
    screen.getByRole('button', { name: 'Run' }).getAttribute('aria-disabled') !== 'true'
  expect(isRunOffered()).toBe(false)
  expect(screen.getByText('Write some SQL first')).toBeTruthy()
  pressRun(editor)
  await userEvent.click(screen.getByRole('button', { name: 'Use an example' }))
  expect(view.state.doc.toString()).toContain('version()')
  expect(isRunOffered()).toBe(true)
  expect(sent).toEqual([])
})

test('a select gets a limit, which is displayed and can be removed', async () => {
  vi.stubGlobal('Worker', InProcessWorker)
  const { editor, sent, answer } = await openPage('select * from many -- rows')
  pressRun(editor)
  const rows = Array.from({ length: 100 }, (_, row) => [String(row)])
  await waitFor(() => expect(sent).toHaveLength(1))
  answer(fieldsOf('n'), { type: 'rows', rows }, statementEnd('SELECT', 100), end)
  expect(await screen.findByText(/100 rows \(Limited to only 100 rows\)/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove limit' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual(['select * from many limit 100 -- rows', 'select * from many -- rows'])
})

test('a truncated result can be browsed completely, with its rows stored on the server', async () => {
  vi.stubGlobal('Worker', InProcessWorker)
  const { editor, bodies, answer } = await openPage('select * from many')
  pressRun(editor)
  await waitFor(() => expect(bodies).toHaveLength(1))
  answer(fieldsOf('n'), { type: 'rows', rows: [['1']] }, statementEnd('SELECT', null, true), end)
  await userEvent.click(await screen.findByRole('button', { name: 'Browse all rows' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toMatchObject({ query: 'select * from many', store: true, max_rows: 1_000_000 })
})

test('several issues are counted and listed', async () => {
  vi.stubGlobal('Worker', InProcessWorker)
  const { editor, sent } = await openPage('update a set b = 1; with c as (delete from d) select f()')
  pressRun(editor)
  const dialog = await screen.findByRole('alertdialog', { name: 'This query has 3 issues to check' })
  for (const issue of ['Updates every row (no WHERE clause)', 'Deletes rows', /^Runs f\(\)/])
    expect(within(dialog).getByText(issue)).toBeTruthy()
  expect(sent).toEqual([])
})

test('a script that could not be analysed does not run, and an error appears', async () => {
  vi.spyOn(sqlWorker, 'analyse').mockRejectedValue(new Error('The SQL parser failed to load'))
  const { editor, sent } = await openPage('drop table many')
  pressRun(editor)
  expect(await screen.findByText('Failed to execute SQL')).toBeTruthy()
  expect(screen.getByText('The SQL parser failed to load')).toBeTruthy()
  expect(sent).toEqual([])
})

test('only the statement at the cursor runs', async () => {
  const { editor, view, sent, answer } = await openPage('select 1;\nselect 2;')
  view.dispatch({ selection: { anchor: 12 } })
  fireEvent.keyDown(editor, { key: 'Enter', ctrlKey: true, shiftKey: true })
  await waitFor(() => expect(sent).toEqual(['select 2']))
  answer(end)
})

test('a transaction that was left open is reported as rolled back', async () => {
  const { editor, answer } = await openPage('begin; select 1')
  pressRun(editor)
  answer(statementEnd('BEGIN'), { type: 'end', durationMs: 7, rolledBack: true })
  expect(await screen.findByText('The transaction was rolled back')).toBeTruthy()
})

test('destructive SQL is listed for confirmation and does not run on cancel', async () => {
  const { editor, sent } = await openPage('select 1;\ndrop table users')
  pressRun(editor)
  const dialog = await screen.findByRole('alertdialog', { name: 'This query contains write operations.' })
  expect(within(dialog).getByText('drop table users')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([])
})

test('destructive SQL runs after confirmation, behind a restore point', async () => {
  const { editor, sent, bodies, answer } = await openPage('drop table users')
  pressRun(editor)
  const dialog = await screen.findByRole('alertdialog')
  expect(await within(dialog).findByText('A restore point is made first.')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Run' }))
  answer(statementEnd('DROP TABLE'), end)
  expect(await screen.findByText('Success. No rows returned.')).toBeTruthy()
  expect(sent).toEqual(['drop table users'])
  expect(bodies[0]).toMatchObject({ restore_point: true })
})

test('without point-in-time recovery, destructive SQL runs behind a backup unless people go without it', async () => {
  const { editor, bodies, answer } = await openPage('drop table users', {}, [], 'backup')
  pressRun(editor)
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'Back up the project first' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Run' }))
  answer(statementEnd('DROP TABLE'), end)
  expect(await screen.findByText('Success. No rows returned.')).toBeTruthy()
  expect(bodies[0]).not.toHaveProperty('restore_point')
})

test('SQL that waits for a backup says so until it runs', async () => {
  const { editor, answer } = await openPage('drop table users', {}, [], 'backup')
  pressRun(editor)
  const dialog = await screen.findByRole('alertdialog')
  await within(dialog).findByRole('checkbox', { name: 'Back up the project first' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Run' }))
  expect(await screen.findByText('Backing up the project first')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Run without a backup' })).toBeTruthy()
  answer(statementEnd('DROP TABLE'), end)
  expect(await screen.findByText('Success. No rows returned.')).toBeTruthy()
  expect(screen.queryByText('Backing up the project first')).toBeNull()
})

test('SQL that cannot be undone says so, with a link to what would change that', async () => {
  const { editor } = await openPage('drop table users', {}, [], 'none')
  pressRun(editor)
  const dialog = await screen.findByRole('alertdialog')
  expect(await within(dialog).findByText(/This cannot be undone/)).toBeTruthy()
  expect(within(dialog).getByRole('link', { name: 'Switch it on' }).getAttribute('href')).toMatch(
    /\/database\/backups\/pitr$/,
  )
})

test('a plan is displayed as steps and as raw JSON', async () => {
  vi.stubGlobal('Worker', InProcessWorker)
  const { sent, answer } = await openPage('select * from users')
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Explain and measure/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toBe('begin; explain (analyze, buffers, format json) select * from users; rollback')
  const plan = [{ Plan: { 'Node Type': 'Seq Scan', 'Relation Name': 'users' }, 'Execution Time': 12 }]
  answer(
    statementEnd('BEGIN'),
    fieldsOf('QUERY PLAN:json'),
    { type: 'rows', rows: [[JSON.stringify(plan)]] },
    statementEnd('EXPLAIN', 1),
    statementEnd('ROLLBACK'),
    end,
  )
  expect(await screen.findByText('Seq Scan on users')).toBeTruthy()
  expect(screen.getByText('Sequential scan detected')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Show raw' }))
  expect(await screen.findByText(/"Execution Time": 12/)).toBeTruthy()
})
