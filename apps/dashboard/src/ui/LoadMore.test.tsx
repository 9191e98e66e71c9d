import { act, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { LoadMore } from './LoadMore.tsx'

let tell: (...sights: boolean[]) => void
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notice: (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void) {
        tell = (...sights) => act(() => notice(sights.map((isIntersecting) => ({ isIntersecting }))))
      }
      observe() {}
      disconnect() {}
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
