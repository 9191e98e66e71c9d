import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { branchQueries } from './branches.queries.ts'
import { MergeRequestButton } from './MergeRequestButton.tsx'

const ref = 'f'.repeat(20)
const branch = (over: Partial<Branch>): Branch => ({
  id: '7d6b4d3a-6f0e-4a94-9a3b-0d7c0a1f2e11',
  name: 'feature',
  project_ref: ref,
  parent_project_ref: 't'.repeat(20),
  is_default: false,
  persistent: false,
  git_branch: null,
  status: 'ACTIVE_HEALTHY',
  review_requested_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...over,
})
const show = (over: Partial<Branch> = {}) =>
  renderPage(<MergeRequestButton projectRef={ref} slug="acme" />, (client) =>
    client.setQueryData(branchQueries.of(ref).queryKey, [branch(over)]),
  )

test('a branch offers to open a merge request, and the default branch nothing', async () => {
  const { unmount } = await show()
  expect(screen.getByRole('button', { name: 'Open merge request' })).toBeTruthy()
  unmount()
  await show({ is_default: true })
  expect(screen.queryByRole('button')).toBeNull()
})

test('a requested review opens at once', async () => {
  const { history } = await show({ review_requested_at: '2026-01-02T00:00:00.000Z' })
  await userEvent.click(screen.getByRole('button', { name: 'Review merge request' }))
  await waitFor(() => expect(history.location.pathname).toBe(`/project/${ref}/merge`))
})
