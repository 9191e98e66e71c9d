import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aBranch } from './a-branch.fixture.ts'
import { branchQueries } from './branches.queries.ts'
import { MergeRequestButton } from './MergeRequestButton.tsx'

const ref = 'f'.repeat(20)
const show = (over: Partial<Branch> = {}) =>
  renderPage(<MergeRequestButton projectRef={ref} slug="acme" />, (client) =>
    client.setQueryData(branchQueries.of(ref).queryKey, [aBranch(over)]),
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
