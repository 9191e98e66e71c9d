import type { InstallationConfig } from '@basalt/contract/installation/installation.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { aProject } from './a-project.fixture.ts'
import { ProjectOverview } from './ProjectOverview.tsx'
import { storeFreshPassword } from './password/fresh-password.ts'
import { cacheProject, projectQueries } from './projects.queries.ts'

const config: InstallationConfig = {
  edition: 'platform',
  version: '0.0.0',
  setup_required: false,
  disabled_features: [],
  origin: 'http://localhost',
}

const show = (project: Project, { edition = config.edition, password = '' } = {}) =>
  renderPage(
    <ProjectOverview projectRef={project.ref} facts={<p>The facts</p>} log={<p>The log</p>} />,
    (client) => {
      client.setQueryData(installationQueries.config().queryKey, { ...config, edition })
      client.setQueryData(projectQueries.detail(project.ref).queryKey, project)
      if (password) storeFreshPassword(client, project.ref, password)
    },
  )

const buttonsOf = (panel: HTMLElement) =>
  within(panel)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)

test.each<[ProjectStatus, string, string[], boolean]>([
  ['COMING_UP', 'Setting up your project', [], false],
  ['INACTIVE', 'This project is paused', ['Restore project', 'Delete project'], true],
  ['INIT_FAILED', 'This project could not be set up', ['Try again', 'Delete project'], false],
  ['RESTORE_FAILED', 'This project could not be restored', ['Try again', 'Delete project'], true],
  [
    'PAUSE_FAILED',
    'This project could not be paused',
    ['Pause project', 'Restart project', 'Delete project'],
    true,
  ],
  [
    'ACTIVE_UNHEALTHY',
    'This project is not responding',
    ['Restart project', 'Pause project', 'Delete project'],
    true,
  ],
])('%s says "%s" and offers %j', async (status, title, buttons, hasLog) => {
  await show(aProject({ status, failure: status.endsWith('FAILED') ? 'The disk is full' : null }))
  const panel = await screen.findByRole('region', { name: title })
  expect(buttonsOf(panel)).toEqual(buttons)
  expect(within(panel).queryByText('The disk is full') !== null).toBe(status.endsWith('FAILED'))
  expect(screen.queryByText('The facts')).toBeNull()
  expect(screen.queryByText('The log') !== null).toBe(hasLog)
})

test("an unresponsive project shows the server's reason and a remedy", async () => {
  const failure = 'PostgreSQL has not answered a query for 15 seconds. Restart the project.'
  await show(aProject({ status: 'ACTIVE_UNHEALTHY', failure }))
  const panel = await screen.findByRole('region', { name: 'This project is not responding' })
  expect(within(panel).getByRole('alert').textContent).toBe(failure)
  expect(within(panel).getByText(/Restart the project; the log below may show the cause/)).toBeTruthy()
  expect(buttonsOf(panel)[0]).toBe('Restart project')
})

test('the page updates when the project becomes healthy', async () => {
  const project = aProject({ status: 'COMING_UP' })
  const { client } = await show(project)
  await screen.findByRole('heading', { name: 'Setting up your project' })
  act(() => cacheProject(client, { ...project, status: 'ACTIVE_HEALTHY' }))
  expect(await screen.findByText('The facts')).toBeTruthy()
  expect(screen.getByText('The log')).toBeTruthy()
})

test('the password of a new project stays until it is confirmed as saved', async () => {
  await show(aProject(), { password: 'dnT8wWqkzXyR' })
  expect(await screen.findByText('dnT8wWqkzXyR')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
  expect(screen.queryByText('dnT8wWqkzXyR')).toBeNull()
})

test('a disabled action has a reason', async () => {
  await show(aProject({ status: 'INACTIVE' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }))
  const restart = await screen.findByRole('menuitem', { name: /^Restart/ })
  expect(restart.getAttribute('aria-disabled')).toBe('true')
  expect(restart.textContent).toContain('Project is paused. Restore it first.')
})

test('deleting requires the exact name', async () => {
  await show(aProject({ name: 'Shop' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Shop?' })
  const isRefused = () =>
    within(dialog).getByRole('button', { name: 'Delete project' }).getAttribute('aria-disabled') === 'true'
  const box = within(dialog).getByRole('textbox', { name: 'Type Shop to confirm' })
  await userEvent.type(box, 'shop')
  expect(isRefused()).toBe(true)
  await userEvent.clear(box)
  await userEvent.type(box, 'Shop')
  expect(isRefused()).toBe(false)
})

test('the one project of the self-hosted edition cannot be deleted', async () => {
  await show(aProject({ status: 'INACTIVE' }), { edition: 'self-hosted' })
  expect(buttonsOf(await screen.findByRole('region', { name: 'This project is paused' }))).toEqual([
    'Restore project',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).not.toContain('Delete')
})
