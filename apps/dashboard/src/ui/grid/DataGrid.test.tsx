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

// jsdom has no layout, and the grid renders only what fits its size.
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
  const cells = []
  for (const row of [1, 2, 3]) cells.push((await cellsOfRow(row))[2]!.innerHTML)
  expect(new Set(cells).size).toBe(3)
  expect(cells[2]).toBe('NULL')
  expect(cells[0]).toContain('text-ink-faint')
  expect(cells[1]).toContain('text-ink-faint')
})

test('columns with the same name are all displayed, with their types', async () => {
  render(<DataGrid label="Rows" columns={columns} values={values} />)
  await screen.findByRole('grid', { name: 'Rows' })
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    '#Row number',
    'id int8',
    'note text',
    'note text',
  ])
})

test('copying a cell copies its exact text, and an empty text for NULL', async () => {
  render(<DataGrid label="Rows" columns={columns} values={values} />)
  const first = await cellsOfRow(1)
  await userEvent.click(first[3]!)
  expect(copyFrom(first[3]!)).toBe('a\nb')
  await userEvent.click(first[2]!)
  expect(copyFrom(first[2]!)).toBe('')
})

test('Enter and a double click open a cell with its position and value', async () => {
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

const dragTo = (cell: HTMLElement) => fireEvent.pointerMove(cell, { buttons: 1 })

test('Shift selects from the active cell, and the copy shortcut copies the selection', async () => {
  const textOf = vi.fn(() => 'all of it')
  const areas: unknown[] = []
  render(
    <DataGrid
      label="Rows"
      columns={columns}
      values={values}
      textOf={textOf}
      onAreaChange={(area) => areas.push(area)}
    />,
  )
  const first = await cellsOfRow(1)
  await userEvent.click(first[1]!)
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
  expect(areas.at(-1)).toEqual({ top: 0, bottom: 1, left: 0, right: 1 })
  expect((await cellsOfRow(2))[2]!.className).toContain('data-grid-marked')
  expect((await cellsOfRow(3))[2]!.className).not.toContain('data-grid-marked')
  expect(document.activeElement).toBe(first[1])
  expect(copyFrom(first[1]!)).toBe('all of it')
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(areas.at(-1)).toEqual({ top: 0, bottom: 2, left: 0, right: 2 })
  await userEvent.keyboard('{ArrowDown}')
  expect(areas.at(-1)).toEqual({ top: 1, bottom: 1, left: 0, right: 0 })
})

test('cells are selected by dragging, by Shift and a click, and by row number', async () => {
  const areas: unknown[] = []
  render(
    <DataGrid label="Rows" columns={columns} values={values} onAreaChange={(area) => areas.push(area)} />,
  )
  const [first, second, third] = await Promise.all([1, 2, 3].map(cellsOfRow))
  fireEvent.mouseDown(second![1]!)
  dragTo(third![2]!)
  expect(areas.at(-1)).toEqual({ top: 1, bottom: 2, left: 0, right: 1 })
  fireEvent.pointerUp(third![2]!)
  dragTo(first![1]!)
  expect(areas.at(-1)).toEqual({ top: 1, bottom: 2, left: 0, right: 1 })
  fireEvent.mouseDown(first![3]!, { shiftKey: true })
  expect(areas.at(-1)).toEqual({ top: 0, bottom: 1, left: 0, right: 2 })
  fireEvent.mouseDown(third![0]!)
  expect(areas.at(-1)).toEqual({ top: 2, bottom: 2, left: 0, right: 2 })
})

test('rows appear in the given order, with their original numbers', async () => {
  const openCell = vi.fn()
  render(
    <DataGrid
      label="Rows"
      columns={columns}
      values={values}
      order={Uint32Array.of(2, 0)}
      onOpenCell={openCell}
    />,
  )
  expect((await cellsOfRow(1)).map((cell) => cell.textContent)).toEqual(['3', '3', 'NULL', 'd'])
  expect(await screen.findAllByRole('row')).toHaveLength(3)
  await userEvent.dblClick((await cellsOfRow(2))[3]!)
  expect(openCell).toHaveBeenLastCalledWith({ row: 0, column: 2, value: 'a\nb' })
})

test('a header sorts, and with Control in addition to the others', async () => {
  const sort = vi.fn()
  const { rerender } = render(
    <DataGrid label="Rows" columns={columns} values={values} sorts={[]} onSortsChange={sort} />,
  )
  const header = (index: number) => screen.getAllByRole('columnheader')[index]!
  await screen.findByRole('grid')
  fireEvent.click(header(1))
  const byId = [{ column: 0, direction: 'asc' as const }]
  expect(sort).toHaveBeenLastCalledWith(byId)
  rerender(<DataGrid label="Rows" columns={columns} values={values} sorts={byId} onSortsChange={sort} />)
  expect(header(1).getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(header(2), { ctrlKey: true })
  expect(sort).toHaveBeenLastCalledWith([...byId, { column: 1, direction: 'asc' }])
  fireEvent.click(header(1))
  expect(sort).toHaveBeenLastCalledWith([{ column: 0, direction: 'desc' }])
})
