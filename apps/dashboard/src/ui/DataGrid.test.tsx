import { fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DataGrid } from './DataGrid.tsx'

const columns = [
  { name: 'id', type: 'int8' },
  { name: 'note', type: 'text' },
  { name: 'note', type: 'text' },
]
const values = [
  ['1', '2', '3'],
  [null, '', 'NULL'],
  ['a\nb', 'c', 'd'],
]

// jsdom lays nothing out, and the grid draws only what its size lets one see.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})
afterEach(() => vi.restoreAllMocks())

const cellsOfRow = async (row: number) => {
  const rows = await screen.findAllByRole('row')
  return within(rows[row]!).getAllByRole('gridcell')
}

function copyFrom(cell: HTMLElement) {
  const copied = new Map<string, string>()
  fireEvent.copy(cell, { clipboardData: { setData: (type: string, text: string) => copied.set(type, text) } })
  return copied.get('text/plain')
}

test('NULL, the empty string and a text that spells NULL never look alike', async () => {
  render(<DataGrid label="Rows" columns={columns} values={values} />)
  const shown = []
  for (const row of [1, 2, 3]) shown.push((await cellsOfRow(row))[2]!.innerHTML)
  expect(new Set(shown).size).toBe(3)
  expect(shown[2]).toBe('NULL')
  expect(shown[0]).toContain('text-ink-faint')
  expect(shown[1]).toContain('text-ink-faint')
})

test('columns of the same name are all shown, with their types', async () => {
  render(<DataGrid label="Rows" columns={columns} values={values} />)
  await screen.findByRole('grid', { name: 'Rows' })
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    '#Row number',
    'id int8',
    'note text',
    'note text',
  ])
})

test('copying a cell takes its exact text, and nothing for NULL', async () => {
  render(<DataGrid label="Rows" columns={columns} values={values} />)
  const first = await cellsOfRow(1)
  await userEvent.click(first[3]!)
  expect(copyFrom(first[3]!)).toBe('a\nb')
  await userEvent.click(first[2]!)
  expect(copyFrom(first[2]!)).toBe('')
})

test('Enter and a double click open a cell with its place and value', async () => {
  const openCell = vi.fn()
  render(<DataGrid label="Rows" columns={columns} values={values} onOpenCell={openCell} />)
  const second = await cellsOfRow(2)
  await userEvent.dblClick(second[3]!)
  expect(openCell).toHaveBeenLastCalledWith({ row: 1, column: 2, value: 'c' })
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  expect(openCell).toHaveBeenLastCalledWith({ row: 1, column: 1, value: '' })
})

test('Home goes to the first value of the row, with Control to the first of all', async () => {
  render(<DataGrid label="Rows" columns={columns} values={values} />)
  await userEvent.click((await cellsOfRow(3))[3]!)
  await userEvent.keyboard('{Home}')
  expect(document.activeElement?.textContent).toBe('3')
  await userEvent.keyboard('{ArrowRight}{Control>}{Home}{/Control}')
  expect(document.activeElement?.textContent).toBe('1')
  expect(document.activeElement?.getAttribute('aria-colindex')).toBe('2')
})

test('a result without columns still numbers its rows', async () => {
  render(<DataGrid label="Rows" columns={[]} values={[]} rowCount={2} />)
  expect((await cellsOfRow(2))[0]!.textContent).toBe('2')
})
