import { act, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { LoadMore } from './LoadMore.tsx'

let tell: (...sights: boolean[]) => void
const disconnected = vi.fn()
beforeEach(() => {
  disconnected.mockClear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notice: (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void) {
        tell = (...sights) => act(() => notice(sights.map((isIntersecting) => ({ isIntersecting }))))
      }
      observe() {}
      disconnect = disconnected
    },
  )
})

test.each([
  { sights: [true], calls: 1 },
  { sights: [false], calls: 0 },
  // A busy page hears of several changes in one go.
  { sights: [false, true], calls: 1 },
  { sights: [true, false], calls: 0 },
])('of the sights $sights only the last counts', ({ sights, calls }) => {
  const onLoad = vi.fn()
  render(<LoadMore isLoading={false} failed={false} failure="Not loaded." onLoad={onLoad} />)
  tell(...sights)
  expect(onLoad).toHaveBeenCalledTimes(calls)
})

test('what waits for something else does not load, and looks again afterwards', () => {
  const onLoad = vi.fn()
  const more = (isHeld: boolean) => (
    <LoadMore isLoading={false} isHeld={isHeld} failed={false} failure="Not loaded." onLoad={onLoad} />
  )
  const { rerender } = render(more(false))
  tell(false)
  rerender(more(true))
  expect(disconnected).toHaveBeenCalled()
  rerender(more(false))
  tell(true)
  expect(onLoad).toHaveBeenCalledTimes(1)
})
