import { createMemoryHistory, Link, RouterContextProvider } from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDashboard } from './dashboard.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function show() {
  const { router } = createDashboard({ history: createMemoryHistory({ initialEntries: ['/sign-in'] }) })
  const preload = vi.spyOn(router, 'preloadRoute').mockResolvedValue(undefined)
  render(
    <RouterContextProvider router={router}>
      <Link to="/organizations">Organizations</Link>
    </RouterContextProvider>,
  )
  return { preload, link: screen.getByRole('link') }
}

test('a link is prefetched once the pointer has rested on it for 75 ms', () => {
  const { preload, link } = show()
  fireEvent.mouseEnter(link)
  vi.advanceTimersByTime(74)
  expect(preload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(preload).toHaveBeenCalledOnce()
})

test('a link that the pointer only crosses is not prefetched', () => {
  const { preload, link } = show()
  fireEvent.mouseEnter(link)
  vi.advanceTimersByTime(50)
  fireEvent.mouseLeave(link)
  vi.advanceTimersByTime(1000)
  expect(preload).not.toHaveBeenCalled()
})
