import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ColumnMapping } from './ColumnMapping.tsx'
import { type Filling, initialFillings } from './import-plan.rules.ts'

const columnOf = (name: string) =>
  ({
    name,
    data_type: 'integer',
    default: null,
    identity: null,
    is_nullable: true,
    is_primary_key: false,
  }) as GridColumn

/** A form with this many columns, filled from a file with the same names; `latest` has what fills them. */
function show(count: number) {
  const names = Array.from({ length: count }, (_, index) => `c${index}`)
  const columns = names.map(columnOf)
  const latest: { fillings: readonly Filling[] } = { fillings: [] }
  function Form() {
    const [fillings, setFillings] = useState<readonly Filling[]>(() => initialFillings(columns, names))
    latest.fillings = fillings
    return (
      <ColumnMapping
        columns={columns}
        names={names}
        fillings={fillings}
        onChange={(place, filling) => setFillings((before) => before.with(place, filling))}
      />
    )
  }
  render(<Form />)
  return latest
}

test('few columns are all there, each with what fills it', () => {
  show(3)
  expect(screen.getAllByRole('combobox').map((each) => each.textContent)).toEqual(['c0', 'c1', 'c2'])
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('of 1,600 columns only those in sight are rendered; the others are found by their name', async () => {
  const latest = show(1600)
  const user = userEvent.setup()
  expect(screen.getAllByRole('combobox').length).toBeLessThan(30)
  expect(screen.queryByRole('combobox', { name: 'Fill c1500 from' })).toBeNull()
  await user.type(screen.getByRole('searchbox', { name: 'Search columns' }), 'C1500')
  const select = screen.getByRole<HTMLInputElement>('combobox', { name: 'Fill c1500 from' })
  expect(select.value).toBe('c1500')

  await user.clear(select)
  await user.type(select, 'the same')
  await user.click(await screen.findByRole('option', { name: 'The same text for all rows' }))
  await user.type(screen.getByRole('textbox', { name: 'Text for c1500' }), '7')
  expect(latest.fillings[1500]).toEqual({ kind: 'constant', text: '7' })
  expect(latest.fillings[1499]).toEqual({ kind: 'column', place: 1499 })
})

test('an open list of many columns is short, and says how many there are', async () => {
  show(1600)
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Fill c0 from' }))
  const list = await screen.findByRole('listbox')
  expect(within(list).getAllByRole('option').length).toBeLessThanOrEqual(200)
  expect(screen.getByText('1,602 in all. Type to find one.')).toBeTruthy()
})

test('a search that finds no column says so', async () => {
  show(1600)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search columns' }), 'no such')
  expect(screen.getByRole('status').textContent).toBe('No column has this in its name.')
})
