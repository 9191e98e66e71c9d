import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NearbyPart } from './NearbyPart.tsx'

type Sight = Pick<IntersectionObserverEntry, 'isIntersecting'> & { boundingClientRect: { height: number } }

let tell: (sight: Sight) => void
let options: IntersectionObserverInit | undefined
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notice: (entries: Sight[]) => void, given?: IntersectionObserverInit) {
        tell = (sight) => act(() => notice([sight]))
        options = given
      }
      observe() {}
      disconnect() {}
    },
  )
})

const show = () =>
  render(
    <div data-testid="scroller" style={{ overflowY: 'auto' }}>
      <NearbyPart>
        <button type="button">Shop</button>
      </NearbyPart>
    </div>,
  )
const part = () => screen.getByTestId('scroller').firstElementChild as HTMLElement
const far = { isIntersecting: false, boundingClientRect: { height: 840 } }

test('a part far from what is seen is empty and as high as before, and is there again when it comes near', () => {
  show()
  expect(options?.root).toBe(screen.getByTestId('scroller'))
  tell(far)
  expect(screen.queryByText('Shop')).toBeNull()
  expect(part().style.height).toBe('840px')
  tell({ isIntersecting: false, boundingClientRect: { height: 0 } })
  expect(part().style.height).toBe('840px')
  tell({ isIntersecting: true, boundingClientRect: { height: 840 } })
  expect(screen.getByText('Shop')).toBeTruthy()
  expect(part().style.height).toBe('')
})

test('a part that holds the focus stays', () => {
  show()
  screen.getByText('Shop').focus()
  tell(far)
  expect(document.activeElement).toBe(screen.getByText('Shop'))
})
