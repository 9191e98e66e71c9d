import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { permissionsOf } from '../../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../../project/projects/a-project.fixture.ts'
import { RolesPage } from './RolesPage.tsx'

test('a database that is away is told of once, and tried again with one button', async () => {
  // Nothing answers here, so that all that is not in the cache fails to load.
  await renderPage(<RolesPage project={aProject()} search={{}} />, (client) =>
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf('owner')),
  )
  await screen.findByText('Failed to load roles')
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1)
  expect(screen.queryByRole('region', { name: 'Your roles' })).toBeNull()
})
