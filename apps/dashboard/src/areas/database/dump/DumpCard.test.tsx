import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { DumpCard } from './DumpCard.tsx'

async function show(as: Role, status: 'ACTIVE_HEALTHY' | 'INACTIVE' = 'ACTIVE_HEALTHY') {
  await renderPage(<DumpCard project={aProject({ status })} />, (client) => {
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as))
  })
  return screen.findByRole('button', { name: 'Download' })
}

test('an owner can download a running database', async () => {
  expect((await show('owner')).getAttribute('aria-disabled')).not.toBe('true')
})

test('a member who cannot download it sees the reason', async () => {
  expect((await show('read_only')).getAttribute('aria-disabled')).toBe('true')
})

test('a paused project cannot be downloaded', async () => {
  expect((await show('owner', 'INACTIVE')).getAttribute('aria-disabled')).toBe('true')
})
