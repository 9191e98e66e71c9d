import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { UiProvider } from '../../../ui/UiProvider.tsx'
import { FilterPopover } from './FilterPopover.tsx'
import { aColumn } from './table.fixture.ts'

const columns = [aColumn('id'), aColumn('name')]

async function open(filter: string[] = [], faults: { text: string; message: string }[] = []) {
  const onApply = vi.fn()
  render(
    <UiProvider>
      <FilterPopover columns={columns} filter={filter} faults={faults} onApply={onApply} />
    </UiProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: /^Filter/ }))
  return { onApply, apply: () => userEvent.click(screen.getByRole('button', { name: 'Apply' })) }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const choose = async (field: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: field }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const type = (field: string, text: string) =>
  userEvent.type(screen.getByRole('textbox', { name: field }), text)

test('a group is added, filled in and applied beside a rule', async () => {
  const { onApply, apply } = await open()
  await type('Value of rule 1', '7')
  await press('Add group')
  await type('Value of rule 2.1', '1')
  await press('Add rule of group 2')
  await choose('Column of rule 2.2', 'name')
  await choose('Operator of rule 2.2', 'is null, not null, true or false')
  await apply()
  expect(onApply).toHaveBeenCalledWith(['id:eq:7', 'any(id:eq:1,name:is:null)'])
})

test('the rules can hold one at a time, and a removed group takes its rules along', async () => {
  const { onApply, apply } = await open(['id:eq:1', 'name:eq:Ann', 'any(id:gt:5,id:lt:2)'])
  await press('Remove group 3')
  await choose('Rules that must hold', 'Any')
  await apply()
  expect(onApply).toHaveBeenCalledWith(['any(id:eq:1,name:eq:Ann)'])
})

test('what is wrong with a rule is told at the rule, also in a group', async () => {
  await open(['any(id:eq:old,id:eq:1)'], [{ text: 'id:eq:old', message: 'old is not a bigint.' }])
  expect(screen.getByRole('button', { name: 'Filtered by 2 rules' })).toBeTruthy()
  expect(screen.getByText('old is not a bigint.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Value of rule 1' }).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('textbox', { name: 'Value of rule 2' }).getAttribute('aria-invalid')).toBe(null)
})

test('a filter is cleared at once', async () => {
  const { onApply } = await open(['id:eq:1'])
  await press('Clear filter')
  expect(onApply).toHaveBeenCalledWith([])
})
