import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { end, openPage, prepareSqlPage, pressRun } from '../sql-page.fixture.tsx'
import { fieldsOf, statementEnd } from './canned-stream.fixture.ts'

prepareSqlPage()

async function openResult(isCut = false) {
  const page = await openPage('select')
  pressRun(page.editor)
  const rows = [
    ['10', 'paid'],
    ['9', 'open'],
    ['2', null],
  ]
  page.answer(
    fieldsOf('id:int4', 'status'),
    { type: 'rows', rows },
    statementEnd('SELECT', isCut ? null : 3, isCut),
    end,
  )
  await screen.findByRole('gridcell', { name: 'open' })
  return userEvent.setup()
}

const ids = () =>
  screen
    .getAllByRole('gridcell')
    .filter((cell) => cell.ariaColIndex === '2')
    .map((cell) => cell.textContent)

test('a header sorts the loaded rows by type, and a truncated result says that only those are sorted', async () => {
  await openResult(true)
  fireEvent.click(screen.getByRole('columnheader', { name: /^id/ }))
  await vi.waitFor(() => expect(ids()).toEqual(['2', '9', '10']))
  expect(screen.getByText('Only loaded rows are sorted', { exact: false })).toBeTruthy()
})

test('a text filters rows and shows their count, and closing the filter shows all rows again', async () => {
  const user = await openResult()
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.type(await screen.findByRole('searchbox', { name: 'Filter loaded rows' }), 'PAI')
  await vi.waitFor(() => expect(ids()).toEqual(['10']))
  expect(await screen.findByText('1 of 3 rows')).toBeTruthy()
  await user.keyboard('x')
  expect(await screen.findByText('No loaded rows match the filter')).toBeTruthy()
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(ids()).toEqual(['10', '9', '2']))
})

test('the menu of a cell filters by its value and copies its row', async () => {
  const user = await openResult()
  const nothing = screen.getByRole('gridcell', { name: 'NULL' })
  fireEvent.mouseDown(nothing, { button: 2 })
  fireEvent.contextMenu(nothing)
  await user.click(await screen.findByRole('menuitem', { name: 'Only where status is not NULL' }))
  await vi.waitFor(() => expect(ids()).toEqual(['10', '9']))
  await user.click(screen.getByRole('button', { name: 'Remove: status is not NULL' }))
  await vi.waitFor(() => expect(ids()).toEqual(['10', '9', '2']))

  const paid = screen.getByRole('gridcell', { name: 'paid' })
  fireEvent.mouseDown(paid, { button: 2 })
  fireEvent.contextMenu(paid)
  await user.click(await screen.findByRole('menuitem', { name: 'Copy row as' }))
  // Without layout, a pointer moving into the submenu counts as leaving the menu.
  fireEvent.click(await screen.findByRole('menuitem', { name: 'SQL inserts' }))
  expect(await screen.findByText('Copied 1 row as SQL inserts')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(
    `insert into table_name ("id", "status") values (10, 'paid');\n`,
  )
})

test('the export contains the displayed rows in display order', async () => {
  const user = await openResult()
  fireEvent.click(screen.getByRole('columnheader', { name: /^id/ }))
  await vi.waitFor(() => expect(ids()).toEqual(['2', '9', '10']))
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Copy as CSV/ }))
  expect(await screen.findByText('Copied 3 rows as CSV')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('id,status\r\n2,\r\n9,open\r\n10,paid\r\n')
})
