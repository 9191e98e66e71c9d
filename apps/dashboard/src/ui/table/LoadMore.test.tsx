import { act, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { LoadMore } from './LoadMore.tsx'

let notify: (...entries: boolean[]) => void
const disconnected = vi.fn()
beforeEach(() => {
  disconnected.mockClear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notice: (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void) {
        notify = (...entries) => act(() => notice(entries.map((isIntersecting) => ({ isIntersecting }))))
      }
      observe() {}
      disconnect = disconnected
    },
  )
})

test.each([
  { entries: [true], calls: 1 },
  { entries: [false], calls: 0 },
  // A busy page gets several changes at once.
  { entries: [false, true], calls: 1 },
  { entries: [true, false], calls: 0 },
])('of the entries $entries only the last counts', ({ entries, calls }) => {
  const onLoad = vi.fn()
  render(<LoadMore isLoading={false} failed={false} failure="Not loaded." onLoad={onLoad} />)
  notify(...entries)
  expect(onLoad).toHaveBeenCalledTimes(calls)
})

test('a held list does not load, and checks its position again afterwards', () => {
  const onLoad = vi.fn()
  const more = (isHeld: boolean) => (
    <LoadMore isLoading={false} isHeld={isHeld} failed={false} failure="Not loaded." onLoad={onLoad} />
  )
  const { rerender } = render(more(false))
  notify(false)
  rerender(more(true))
  expect(disconnected).toHaveBeenCalled()
  rerender(more(false))
  notify(true)
  expect(onLoad).toHaveBeenCalledTimes(1)
})
