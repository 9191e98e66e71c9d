import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { branchQueries } from '../../../areas/project/branches/branches.queries.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { BranchCrumb } from './BranchCrumb.tsx'

const ref = 'a'.repeat(20)

const aBranch = (over: Partial<Branch> = {}): Branch => ({
  id: '7d6b4d3a-6f0e-4a94-9a3b-0d7c0a1f2e11',
  name: 'main',
  project_ref: ref,
  parent_project_ref: ref,
  is_default: true,
  persistent: true,
  git_branch: null,
  status: 'ACTIVE_HEALTHY',
  review_requested_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...over,
})
const feature = (name: string, day: number) =>
  aBranch({
    name,
    project_ref: name.padEnd(20, 'q'),
    is_default: false,
    persistent: false,
    created_at: `2026-02-0${day}T00:00:00.000Z`,
  })

const show = (branches: Branch[]) =>
  renderPage(<BranchCrumb projectRef={ref} />, (client) =>
    client.setQueryData(branchQueries.of(ref).queryKey, branches),
  )

test('a single branch has no switcher', async () => {
  await show([aBranch()])
  expect(screen.getByRole('link', { name: 'main' })).toBeTruthy()
  expect(screen.getByText('Production')).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('several branches are listed in order and searched by name', async () => {
  const { history } = await show([feature('search', 1), aBranch(), feature('payments', 2)])
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Switch branch' }))
  await screen.findByPlaceholderText('Find branch...')
  const lines = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(lines()).toEqual(['mainProduction', 'paymentsPreview', 'searchPreview'])
  await user.keyboard('zzz')
  expect(await screen.findByText('No branches found')).toBeTruthy()
  await user.keyboard('{Backspace}{Backspace}{Backspace}')
  await user.click(await screen.findByRole('option', { name: /search/ }))
  expect(history.location.pathname).toBe(`/project/${'search'.padEnd(20, 'q')}`)
})
