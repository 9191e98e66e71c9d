import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { documentationQueries } from '../../areas/installation/documentation/documentation.queries.ts'
import { aBranch } from '../../areas/project/branches/a-branch.fixture.ts'
import { branchQueries } from '../../areas/project/branches/branches.queries.ts'
import { aProject } from '../../areas/project/projects/a-project.fixture.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { forgetProjects, rememberProject } from '../../areas/project/projects/recent-projects.state.ts'
import { renderPage } from '../../test/render-page.tsx'
import type { MenuContext } from '../menus/menu.port.ts'
import { aMenuContext } from '../menus/menu-context.fixture.ts'
import { CommandCenter } from './CommandCenter.tsx'

async function show(context: Partial<MenuContext> = {}) {
  const { organization_slug: slug, ref } = aProject()
  const { history, client } = await renderPage(
    <CommandCenter params={{ slug, ref }} context={aMenuContext(context)} />,
    (client) =>
      client.setQueryData(projectQueries.pages(slug, { sort: 'name_asc', search: '' }).queryKey, {
        pages: [
          {
            projects: [aProject(), aProject({ ref: 'b'.repeat(20), name: 'Warehouse', status: 'INACTIVE' })],
            pagination: { count: 2, limit: 96, offset: 0 },
          },
        ],
        pageParams: [0],
      }),
  )
  return { ref, history, client, user: userEvent.setup() }
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('the menu opens by key and closes by the same key', async () => {
  const { user } = await show()
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Command menu' })
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{F1}')
  await screen.findByRole('dialog', { name: 'Command menu' })
})

test('another project is found and opened', async () => {
  const { history, user } = await show()
  await user.click(screen.getByRole('button', { name: 'Search...' }))
  await user.keyboard('switch project{Enter}')
  expect(options()).toContain('WarehousePaused')
  await user.keyboard('ware{Enter}')
  await waitFor(() => expect(history.location.pathname).toBe(`/project/${'b'.repeat(20)}`))
})

test('another branch is found and opened', async () => {
  const { ref, client, history, user } = await show()
  const feature = aBranch({ parent_project_ref: ref })
  client.setQueryData(branchQueries.of(ref).queryKey, [
    feature,
    aBranch({ id: crypto.randomUUID(), name: 'main', project_ref: ref, is_default: true }),
  ])
  await user.click(screen.getByRole('button', { name: 'Search...' }))
  await user.keyboard('switch branch{Enter}')
  expect(options()).toEqual(['mainCurrent', 'featurePreview'])
  await user.keyboard('feat{Enter}')
  await waitFor(() => expect(history.location.pathname).toBe(`/project/${feature.project_ref}`))
})

test('the tabs of the Connect dialog are commands, unless disabled', async () => {
  const { history, user } = await show({
    offers: (feature) => feature !== 'project_connection:show_mobile_frameworks',
  })
  await user.keyboard('{F1}')
  await screen.findByRole('combobox')
  await user.keyboard('connect via')
  expect(options()).toEqual(['Connect via App Frameworks', 'Connect via ORMs', 'Connect via MCP'])
  await user.keyboard(' orm{Enter}')
  await waitFor(() => expect(history.location.search).toBe('?showConnect=true&tab=orms'))
})

test('a theme is selected on its page', async () => {
  const { user } = await show()
  await user.keyboard('{F1}')
  await screen.findByRole('combobox')
  await user.keyboard('switch theme{Enter}')
  expect(options().map((option) => option?.replace('Current', ''))).toEqual([
    'Dark',
    'Light',
    'Classic Dark',
    'System',
  ])
  await user.keyboard('classic{Enter}')
  await waitFor(() => expect(localStorage.getItem('preference.theme')).toBe('"classic-dark"'))
})

test('? opens the shortcuts, but not while typing', async () => {
  const { user } = await show()
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  await user.keyboard('?')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{F1}')
  await screen.findByRole('combobox')
  await user.keyboard('?')
  expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
})

test('disabled features and those of the other edition are not commands', async () => {
  const { user } = await show({ edition: 'self-hosted', offers: () => false })
  await user.keyboard('{F1}')
  await screen.findByRole('combobox')
  expect(options()).toEqual([
    'Switch branch...',
    'Connect to your project',
    'Open saved query...',
    'Get API keys...',
    'Copy API URL',
    'Branches',
    'Project Overview',
    'Table Editor',
    'SQL Editor',
    'Database',
    'Advisors',
    'Logs',
    'API Docs',
    'Integrations',
    'Project Settings',
    'Switch theme...',
    'Search the docs...',
    expect.stringContaining('Ask the assistant'),
    'Troubleshooting',
    'Docs',
    expect.stringContaining('Keyboard shortcuts'),
    'Feature previews',
  ])
})

test('with its preview on, two keys lead to a page and the sheet lists them', async () => {
  const { ref, history, user } = await show({ previews: new Set(['go-to-keys']) })
  await user.keyboard('gs')
  await waitFor(() => expect(history.location.pathname).toBe(`/project/${ref}/sql`))
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(sheet.textContent).toContain('Go to (press in sequence)')
  const names = [...sheet.querySelectorAll('dt')].map(({ textContent }) => textContent)
  expect(names).toEqual([...new Set(names)])
  // Letters do nothing while the sheet is open.
  await user.keyboard('go')
  expect(history.location.pathname).toBe(`/project/${ref}/sql`)
})

test('without the preview, G does nothing', async () => {
  const { history, user } = await show()
  await user.keyboard('gs')
  expect(history.location.pathname).toBe('/')
})

test('with its preview on, recent projects are commands, except the open one', async () => {
  const shop = { ref: 's'.repeat(20), name: 'Corner shop' }
  rememberProject(shop)
  const { ref, history, user } = await show({ previews: new Set(['recent-projects']) })
  act(() => rememberProject({ ref, name: 'Open' }))
  await user.keyboard('{F1}')
  await screen.findByRole('combobox')
  expect(options().filter((option) => option?.endsWith('Recent project'))).toEqual([
    'Corner shopRecent project',
  ])
  await user.keyboard('corner{Enter}')
  await waitFor(() => expect(history.location.pathname).toBe(`/project/${shop.ref}`))
  act(forgetProjects)
})

test('a guide is found by a word in it', async () => {
  const { history, user, client } = await show()
  client.setQueryData(documentationQueries.guides().queryKey, [
    { id: 'upgrade', title: 'Upgrade', text: 'Run one command.' },
    { id: 'operate', title: 'Operate', text: 'Keep **backups** elsewhere.' },
  ])
  await user.keyboard('{F1}')
  await screen.findByRole('combobox')
  await user.keyboard('search the docs{Enter}')
  await user.keyboard('backups')
  expect(options()).toEqual(['Operate'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(history.location.pathname).toBe('/docs/operate'))
})

test('the previews are a command', async () => {
  const { user } = await show()
  await user.keyboard('{F1}')
  await screen.findByRole('combobox')
  await user.keyboard('feature prev{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Dashboard feature previews' })).toBeTruthy()
})
