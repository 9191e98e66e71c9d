import type { DataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { DataApiSettingsPage } from './DataApiSettingsPage.tsx'
import { dataApiSettingsQueries } from './data-api-settings.queries.ts'

const defaults: DataApiSettings = {
  db_schemas: ['public'],
  db_extra_search_path: ['public', 'extensions'],
  max_rows: 1000,
  db_pool: null,
}
const schemas = [
  { name: 'public', is_exposable: true, is_searchable: true },
  { name: 'shop', is_exposable: true, is_searchable: true },
  { name: 'extensions', is_exposable: false, is_searchable: true },
]

async function show({
  settings = defaults,
  status = 'ACTIVE_HEALTHY' as ProjectStatus,
  as = 'owner' as Role,
} = {}) {
  const project = aProject({ status })
  const { ref } = project
  await renderPage(<DataApiSettingsPage projectRef={ref} />, (client) => {
    client.setQueryData(projectQueries.detail(ref).queryKey, project)
    client.setQueryData(dataApiSettingsQueries.of(ref).queryKey, settings)
    if (status === 'ACTIVE_HEALTHY')
      client.setQueryData(dataApiSettingsQueries.schemas(ref).queryKey, schemas)
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as))
  })
  await screen.findByRole('button', { name: 'Save' })
  return userEvent.setup()
}
const exposed = () => within(screen.getByRole('group', { name: 'Exposed schemas' }))

test('schemas are selected from those in the database, and the first is the default', async () => {
  const user = await show()
  expect(exposed().queryByText('extensions')).toBeNull()
  await user.click(exposed().getByRole('checkbox', { name: 'shop' }))
  await user.click(exposed().getByRole('button', { name: 'Put first: shop' }))
  const [, shop] = exposed().getAllByRole('listitem')
  expect(shop!.textContent).toContain('Default')
})

test('invalid values are reported beside their fields', async () => {
  const user = await show()
  await user.click(exposed().getByRole('checkbox', { name: 'public' }))
  const rows = screen.getByLabelText('Max rows')
  await user.clear(rows)
  await user.type(rows, 'many')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Expose at least one schema')).toBeTruthy()
  expect(screen.getByText(/whole number between 1 and 1,000,000/)).toBeTruthy()
})

test('a dropped schema is labelled', async () => {
  await show({ settings: { ...defaults, db_schemas: ['public', 'gone'] } })
  expect(exposed().getByRole('checkbox', { name: 'gone' })).toBeTruthy()
  expect(exposed().getByText('This schema no longer exists')).toBeTruthy()
})

test('while the project is paused, its schemas are read-only and the rest can be changed', async () => {
  const user = await show({ status: 'INACTIVE' })
  expect(screen.getByText('The schemas cannot be changed now')).toBeTruthy()
  expect(exposed().queryByText('This schema no longer exists')).toBeNull()
  expect(exposed().getByRole('checkbox', { name: 'public' }).getAttribute('aria-disabled')).toBe('true')
  await user.type(screen.getByLabelText('Pool size'), '5')
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).not.toBe('true')
})

test('a read-only member changes nothing', async () => {
  await show({ as: 'read_only' })
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByLabelText('Max rows').hasAttribute('readonly')).toBe(true)
})
