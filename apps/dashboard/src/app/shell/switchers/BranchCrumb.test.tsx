import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aBranch } from '../../../areas/project/branches/a-branch.fixture.ts'
import { branchQueries } from '../../../areas/project/branches/branches.queries.ts'
import { aProject } from '../../../areas/project/projects/a-project.fixture.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { BranchCrumb } from './BranchCrumb.tsx'

const ref = 'a'.repeat(20)

const main = aBranch({
  name: 'main',
  project_ref: ref,
  parent_project_ref: ref,
  is_default: true,
  persistent: true,
})
const feature = (name: string, day: number) =>
  aBranch({
    name,
    project_ref: name.padEnd(20, 'q'),
    created_at: `2026-02-0${day}T00:00:00.000Z`,
  })

const show = (branches: Branch[]) =>
  renderPage(<BranchCrumb project={aProject({ ref })} />, (client) =>
    client.setQueryData(branchQueries.of(ref).queryKey, branches),
  )

test('a single branch has its badge and the way to more', async () => {
  await show([main])
  expect(screen.getByRole('link', { name: 'main' })).toBeTruthy()
  expect(screen.getByText('Production')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Switch branch' }))
  expect((await screen.findByRole('link', { name: 'Manage branches' })).getAttribute('href')).toBe(
    `/project/${ref}/branches`,
  )
})

test('several branches are listed in order and searched by name', async () => {
  const { history } = await show([feature('search', 1), main, feature('payments', 2)])
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Switch branch' }))
  await screen.findByPlaceholderText('Find branch...')
  const lines = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(lines()).toEqual([
    'mainProduction',
    expect.stringMatching(/^paymentsPreview · .+ ago$/),
    expect.stringMatching(/^searchPreview · .+ ago$/),
  ])
  await user.keyboard('zzz')
  expect(await screen.findByText('No branches found')).toBeTruthy()
  await user.keyboard('{Backspace}{Backspace}{Backspace}')
  await user.click(await screen.findByRole('option', { name: /search/ }))
  expect(history.location.pathname).toBe(`/project/${'search'.padEnd(20, 'q')}`)
})
