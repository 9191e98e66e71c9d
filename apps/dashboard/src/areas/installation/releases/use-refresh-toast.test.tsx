import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { releaseQueries } from './releases.queries.ts'
import { useRefreshToast } from './use-refresh-toast.tsx'

const { queryKey } = releaseQueries.deployment()
const commit = (commitTime: string) => ({ commitSha: commitTime, commitTime })

async function show() {
  const refresh = vi.fn()
  function Page() {
    useRefreshToast(refresh)
    return <p>page</p>
  }
  const { client } = await renderPage(<Page />, (cache) =>
    cache.setQueryData(queryKey, commit('2026-03-01T12:00:00Z')),
  )
  await screen.findByText('page')
  const deploy = (time: string) => act(() => void client.setQueryData(queryKey, commit(time)))
  return { refresh, deploy, user: userEvent.setup() }
}

const offer = () => screen.queryByText('A new version of this page is available')

test('a build that is a day newer offers a refresh, which can be dismissed', async () => {
  const { refresh, deploy, user } = await show()
  deploy('2026-03-02T11:00:00Z')
  expect(offer()).toBeNull()
  deploy('2026-03-02T12:00:00Z')
  await waitFor(() => expect(offer()).toBeTruthy())
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(refresh).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(offer()).toBeNull())
})
