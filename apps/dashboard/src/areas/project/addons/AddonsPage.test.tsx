import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../projects/a-project.fixture.ts'
import { AddonsPage } from './AddonsPage.tsx'
import { addonQueries } from './addons.queries.ts'

const variant = { identifier: 'ipv4_default', name: 'IPv4' } as const

async function show({ hasIpv4 = true, as = 'owner' as Role, isOpen = true } = {}) {
  const project = aProject({ status: 'ACTIVE_HEALTHY' })
  const panelChanges: unknown[] = []
  await renderPage(
    <AddonsPage
      project={project}
      panel={isOpen ? 'ipv4' : undefined}
      onPanelChange={(next) => panelChanges.push(next)}
    />,
    (client) => {
      client.setQueryData(addonQueries.of(project.ref).queryKey, {
        ref: project.ref,
        selected_addons: hasIpv4 ? [{ type: 'ipv4', variant }] : [],
        available_addons: [{ type: 'ipv4', name: 'IPv4 address', variants: [variant] }],
      })
      client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as))
    },
  )
  return { user: userEvent.setup(), panelChanges }
}
const confirm = () => screen.findByRole('button', { name: 'Confirm' })

test('the panel in the URL warns of the restart after a change', async () => {
  const { user } = await show()
  expect((await confirm()).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('radio', { name: 'No IPv4 address' }))
  expect(screen.getByText('The database restarts')).toBeTruthy()
  expect((await confirm()).getAttribute('aria-disabled')).not.toBe('true')
})

test('the URL opens and closes the panel', async () => {
  const { user, panelChanges } = await show({ isOpen: false })
  await user.click(await screen.findByRole('button', { name: 'Change IPv4 address' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(panelChanges).toEqual(['ipv4'])
})

test('a member who cannot change add-ons sees why', async () => {
  await show({ as: 'read_only', hasIpv4: false })
  expect((await confirm()).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/additional permissions to change the add-ons/)).toBeTruthy()
})
