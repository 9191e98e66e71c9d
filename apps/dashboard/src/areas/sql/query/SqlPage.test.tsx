import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fieldsOf, QUERY_ID, statementEnd } from './results/canned-stream.fixture.ts'
import { end, openPage, prepareSqlPage, pressRun } from './sql-page.fixture.tsx'

prepareSqlPage()

test('the shortcut runs the whole text, and its rows appear with their count', async () => {
  const { editor, sent, answer } = await openPage('select 1 as a;\nselect 2')
  expect(screen.getByText('Results appear here')).toBeTruthy()
  pressRun(editor)
  answer(fieldsOf('a:int4'), { type: 'rows', rows: [['41'], ['42']] }, statementEnd('SELECT', 2), end)
  expect(await screen.findByRole('gridcell', { name: '42' })).toBeTruthy()
  expect(screen.getByText(/2 rows/, { selector: 'footer span' })).toBeTruthy()
  expect(screen.getByText('The query returned 2 rows in 7 ms')).toBeTruthy()
  expect(sent).toEqual(['select 1 as a;\nselect 2'])
})

test('only the selection runs, and the button says so', async () => {
  const { view, sent, answer } = await openPage('select 1;\nselect 2;')
  view.dispatch({ selection: { anchor: 10, head: 19 } })
  await userEvent.click(await screen.findByRole('button', { name: 'Run selected' }))
  answer(end)
  await screen.findByText('Success. No rows returned.')
  expect(sent).toEqual(['select 2;'])
})

test('the current text runs, not the initial one', async () => {
  const { view, editor, sent, answer } = await openPage('select 1')
  view.dispatch({ changes: { from: 7, to: 8, insert: '2' } })
  pressRun(editor)
  answer(end)
  await screen.findByText('Success. No rows returned.')
  expect(sent).toEqual(['select 2'])
})

test('a project that cannot run queries says why and links to the fix', async () => {
  const { editor, sent } = await openPage('select 1', { status: 'INACTIVE' })
  const run = screen.getByRole('button', { name: 'Run' })
  expect(run.getAttribute('aria-disabled')).toBe('true')
  pressRun(editor)
  expect(sent).toEqual([])
  await userEvent.click(run)
  expect(await screen.findByRole('link', { name: 'Open overview' })).toBeTruthy()
})

test('an error appears beside earlier results, and its location is marked in the text', async () => {
  const { editor, answer } = await openPage('select 1;\nselect nam')
  pressRun(editor)
  answer(fieldsOf('a'), { type: 'rows', rows: [['1']] }, statementEnd('SELECT', 1), {
    type: 'error',
    code: 'sql_failed',
    message: 'column "nam" does not exist',
    sql: {
      sqlstate: '42703',
      position: 18,
      formattedError: 'ERROR:  42703: column "nam" does not exist\nLINE 2: select nam\n               ^',
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('column "nam" does not exist')
  expect(screen.getByRole('tab', { name: /2\. select nam.*line 2, failed/, selected: true })).toBeTruthy()
  expect(editor.querySelector('.cm-error-line')?.textContent).toBe('select nam')
  expect(editor.querySelector('.cm-error-token')?.textContent).toBe('nam')
  expect(editor.closest('.cm-editor')?.querySelector('.cm-failed-statement')?.textContent).toBe('2')
  expect(screen.getByText(/Statement 2 of 2 failed, on line 2. Statement 1 was rolled back./)).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: /1\. select 1.*line 1, rolled back/ }))
  expect(await screen.findByRole('grid')).toBeTruthy()
})

test('the first edit removes the error mark', async () => {
  const { editor, view, answer } = await openPage('selec 1')
  pressRun(editor)
  answer({
    type: 'error',
    code: 'sql_failed',
    message: 'syntax error',
    sql: { sqlstate: '42601', position: 1, formattedError: 'ERROR:  42601: syntax error' },
  })
  await waitFor(() => expect(editor.querySelector('.cm-error-line')).toBeTruthy())
  view.dispatch({ changes: { from: 5, insert: 't' } })
  expect(editor.querySelector('.cm-error-line')).toBeNull()
})

test('a slow query can be cancelled', async () => {
  const { editor, stream } = await openPage('select pg_sleep(100)')
  pressRun(editor)
  stream.write({ type: 'started', id: QUERY_ID })
  await userEvent.click(await screen.findByRole('button', { name: /^Cancel/ }))
  expect(await screen.findByText(/^Cancelled after/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Run' })).toBeTruthy()
})

test('each statement of a script has a tab, and the last one with rows is selected', async () => {
  const { editor, answer } = await openPage('a; b; c')
  pressRun(editor)
  answer(
    statementEnd('INSERT', 5),
    fieldsOf('a'),
    { type: 'rows', rows: [['x']] },
    statementEnd('SELECT', null, true),
    { type: 'notice', notice: { severity: 'WARNING', message: 'mind the gap' } },
    statementEnd('DO'),
    end,
  )
  expect(await screen.findByRole('tab', { name: /^2\. b/, selected: true })).toBeTruthy()
  expect(screen.getByText('Showing first 1 row', { exact: false, selector: 'footer span' })).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: /^3\. c/ }))
  expect(await screen.findByText('mind the gap')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: /^1\. a/ }))
  expect(await screen.findByText(/5 rows affected/)).toBeTruthy()
})

test('a failed script shows whether each statement was rolled back, failed or not run', async () => {
  const { editor, answer } = await openPage(
    'create table t (id int);\ninsert into t values (1);\nselect 1/0;\nselect 2',
  )
  pressRun(editor)
  answer(statementEnd('CREATE TABLE'), statementEnd('INSERT', 1), {
    type: 'error',
    code: 'sql_failed',
    message: 'division by zero',
    sql: { sqlstate: '22012', formattedError: 'ERROR:  22012: division by zero' },
  })
  expect(
    await screen.findByText(
      'Statement 3 of 4 failed, on line 3. Statements 1–2 were rolled back; 4 was not run.',
    ),
  ).toBeTruthy()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    '1. create table t (id int), line 1, rolled back',
    '2. insert into t values (1), line 2, rolled back',
    '3. select 1/0, line 3, failed',
    '4. select 2, line 4, not run',
  ])
  // PostgreSQL reports no position for this error.
  expect(editor.closest('.cm-editor')?.querySelector('.cm-failed-statement')?.textContent).toBe('3')
  await userEvent.click(screen.getByRole('tab', { name: /^2\./ }))
  expect(await screen.findByText('Rolled back. Its changes were undone.')).toBeTruthy()
  expect(screen.queryByText(/Success/)).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: /^4\./ }))
  expect(await screen.findByText('Not run because the script stopped before it.')).toBeTruthy()
})

test('the results of a long script are paged', async () => {
  const { editor, answer } = await openPage(
    Array.from({ length: 40 }, () => 'insert into t default values;').join('\n'),
  )
  pressRun(editor)
  answer(...Array.from({ length: 40 }, (_, row) => statementEnd('INSERT', row)), end)
  expect(await screen.findByText('· line 40, ok · statement 40 of 40')).toBeTruthy()
  expect(screen.getByText(/39 rows affected/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Previous result' }))
  expect(await screen.findByText(/38 rows affected/)).toBeTruthy()
})

test('a double click shows the full value, formatted when it is JSON', async () => {
  const { editor, answer } = await openPage('select')
  pressRun(editor)
  answer(
    fieldsOf('doc:jsonb'),
    { type: 'rows', rows: [['{"a":12345678901234567890}']] },
    statementEnd('SELECT', 1),
    end,
  )
  await userEvent.dblClick(await screen.findByRole('gridcell', { name: /12345678901234567890/ }))
  const sheet = await screen.findByRole('dialog', { name: 'doc' })
  expect(within(sheet).getByText(/"a": 12345678901234567890/).textContent).toBe(
    '{\n  "a": 12345678901234567890\n}',
  )
  await userEvent.click(within(sheet).getByRole('switch', { name: 'Format JSON' }))
  expect(within(sheet).getByText('{"a":12345678901234567890}')).toBeTruthy()
})

test('loaded rows are copied in a form that spreadsheets accept', async () => {
  const { editor, answer } = await openPage('select')
  pressRun(editor)
  answer(fieldsOf('a', 'b'), { type: 'rows', rows: [['1', 'x,y']] }, statementEnd('SELECT', 1), end)
  await screen.findByRole('grid')
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy as TSV' }))
  expect(await screen.findByText('Copied 1 row as TSV')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('a\tb\n1\tx,y\n')
})

test('the comment shortcut toggles a line comment', async () => {
  const { editor, view } = await openPage('select 1')
  fireEvent.keyDown(editor, { key: '/', ctrlKey: true })
  expect(view.state.doc.toString()).toBe('-- select 1')
  fireEvent.keyDown(editor, { key: '/', ctrlKey: true })
  expect(view.state.doc.toString()).toBe('select 1')
})

test('the shortcut also runs from the grid, without opening a cell', async () => {
  const { editor, sent, answer } = await openPage('select 1')
  pressRun(editor)
  answer(fieldsOf('a'), { type: 'rows', rows: [['value']] }, statementEnd('SELECT', 1), end)
  await screen.findByText('The query returned 1 row in 7 ms')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('gridcell', { name: 'value' }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(screen.queryByRole('dialog')).toBeNull()
})
