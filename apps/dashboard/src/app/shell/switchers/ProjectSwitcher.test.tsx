import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aProject } from '../../../areas/project/projects/a-project.fixture.ts'
import { projectQueries } from '../../../areas/project/projects/projects.queries.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { ProjectSwitcher } from './ProjectSwitcher.tsx'

const key = projectQueries.pages('acme', { sort: 'name_asc', search: '' }).queryKey

async function open(projects: Project[], mayCreate = true) {
  const [current] = projects
  await renderPage(<ProjectSwitcher current={current!} mayCreate={mayCreate} />, (client) =>
    client.setQueryData(key, {
      pages: [{ projects, pagination: { count: projects.length, limit: 96, offset: 0 } }],
      pageParams: [0],
    }),
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Switch project' }))
  await screen.findByPlaceholderText('Find project...')
  return user
}

const some = (count: number) =>
  Array.from({ length: count }, (_, index) => aProject({ name: `Shop ${index}` }))

test.each([
  [7, false],
  [8, true],
])('a list of %i projects has a fixed height: %s', async (count, isFixed) => {
  await open(some(count))
  expect(screen.getAllByRole('option')).toHaveLength(count)
  expect(screen.getByRole('listbox').className.includes('h-52.5')).toBe(isFixed)
})

test('a paused project is labelled, and the open one is selected', async () => {
  await open([aProject({ name: 'Shop' }), aProject({ name: 'Archive', status: 'INACTIVE' })])
  const [shop, archive] = screen.getAllByRole('option')
  expect(shop?.getAttribute('aria-selected')).toBe('true')
  expect(archive?.textContent).toBe('ArchivePaused')
})

test('the footer links to all projects and, if allowed, to a new one', async () => {
  await open(some(1))
  expect(screen.getByText('All projects').closest('a')?.getAttribute('href')).toBe('/org/acme')
  expect(screen.getByText('New project').closest('a')?.getAttribute('href')).toBe('/new/acme')
})

test('without the permission to create projects, none is offered', async () => {
  await open(some(1), false)
  expect(screen.getByText('All projects')).toBeTruthy()
  expect(screen.queryByText('New project')).toBeNull()
})
