import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { SleepSection } from './SleepSection.tsx'
import { sleepQueries } from './sleep.queries.ts'

async function show(idle_minutes: number | null, as: Role = 'owner') {
  const project = aProject()
  await renderPage(<SleepSection project={project} />, (client) => {
    client.setQueryData(sleepQueries.of(project.ref).queryKey, {
      idle_minutes,
      default_idle_minutes: null,
      asleep_since: null,
    })
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as))
  })
  return screen.findByRole('combobox', { name: 'Fall asleep' })
}

test('shows the idle time before the project falls asleep', async () => {
  expect((await show(240)).textContent).toBe('After 4 hours without use')
})

test('a member who cannot change it sees why', async () => {
  const field = await show(null, 'read_only')
  expect(field.textContent).toBe('Never (default)')
  expect(field.hasAttribute('data-disabled')).toBe(true)
  const reason = /additional permissions to change when this project sleeps/
  expect(screen.getByText(reason, { selector: 'p' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sleep now' }).getAttribute('aria-disabled')).toBe('true')
})
