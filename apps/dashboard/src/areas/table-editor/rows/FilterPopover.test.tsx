import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { FilterPopover } from './FilterPopover.tsx'
import { aColumn } from './table.fixture.ts'

afterEach(() => void vi.unstubAllGlobals())

const columns = [aColumn('id', { data_type: 'bigint' }), aColumn('name')]

interface Shown {
  filter?: string[]
  faults?: { text: string; message: string }[]
  /** What the AI endpoint answers; without it, there is none. */
  written?: () => Response
}

async function open({ filter = [], faults = [], written }: Shown = {}) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.endsWith('check-api-key')) return Response.json({ hasKey: written !== undefined })
    asked.push(JSON.parse(String(init.body)))
    return written?.()
  })
  const onApply = vi.fn()
  await renderPage(
    <FilterPopover
      project={aProject({ ref: 'shop' })}
      table="people"
      columns={columns}
      filter={filter}
      faults={faults}
      onApply={onApply}
    />,
    (client) =>
      client.setQueryData(organizationQueries.detail('acme').queryKey, {
        opt_in_tags: ['AI_SQL_GENERATOR_OPT_IN'],
      } as Organization),
  )
  await userEvent.click(screen.getByRole('button', { name: /^Filter/ }))
  return { asked, onApply, apply: () => userEvent.click(screen.getByRole('button', { name: 'Apply' })) }
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
  const { onApply, apply } = await open({ filter: ['id:eq:1', 'name:eq:Ann', 'any(id:gt:5,id:lt:2)'] })
  await press('Remove group 3')
  await choose('Rules that must hold', 'Any')
  await apply()
  expect(onApply).toHaveBeenCalledWith(['any(id:eq:1,name:eq:Ann)'])
})

test('what is wrong with a rule is told at the rule, also in a group', async () => {
  await open({
    filter: ['any(id:eq:old,id:eq:1)'],
    faults: [{ text: 'id:eq:old', message: 'old is not a bigint.' }],
  })
  expect(screen.getByRole('button', { name: 'Filtered by 2 rules' })).toBeTruthy()
  expect(screen.getByText('old is not a bigint.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Value of rule 1' }).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('textbox', { name: 'Value of rule 2' }).getAttribute('aria-invalid')).toBe(null)
})

test('a filter is cleared at once', async () => {
  const { onApply } = await open({ filter: ['id:eq:1'] })
  await press('Clear filter')
  expect(onApply).toHaveBeenCalledWith([])
})

test('a description becomes rules, which are read before they are applied', async () => {
  const { asked, onApply, apply } = await open({ written: () => Response.json({ filter: ['id:gt:7'] }) })
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Description of the rows' }),
    'the later ones{Enter}',
  )
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Value of rule 1' }).value).toBe('7'),
  )
  expect(asked).toMatchObject([
    {
      projectRef: 'shop',
      prompt: 'the later ones',
      table: 'people',
      columns: [{ name: 'id', data_type: 'bigint' }, {}],
    },
  ])
  expect(onApply).not.toHaveBeenCalled()
  await apply()
  expect(onApply).toHaveBeenCalledWith(['id:gt:7'])
})

test('what went wrong with a description is told beside it, and the rules stay', async () => {
  const message =
    'Failed to generate completion: the answer is no filter of this table. Rephrase your request.'
  await open({
    filter: ['id:eq:1'],
    written: () => Response.json({ code: 'upstream_failed', message, requestId: 'r1' }, { status: 502 }),
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Description of the rows' }), 'poem')
  await userEvent.click(screen.getByRole('button', { name: 'Write rules' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Value of rule 1' }).value).toBe('1')
})
