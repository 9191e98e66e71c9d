import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { VirtualSection } from './VirtualSection.tsx'

type Entry = Pick<IntersectionObserverEntry, 'isIntersecting'> & { boundingClientRect: { height: number } }

let notify: (sight: Entry) => void
let options: IntersectionObserverInit | undefined
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notice: (entries: Entry[]) => void, given?: IntersectionObserverInit) {
        notify = (sight) => act(() => notice([sight]))
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
      <VirtualSection>
        <button type="button">Shop</button>
      </VirtualSection>
    </div>,
  )
const part = () => screen.getByTestId('scroller').firstElementChild as HTMLElement
const far = { isIntersecting: false, boundingClientRect: { height: 840 } }

test('a section far outside the viewport keeps its height without content, which returns when it comes near', () => {
  show()
  expect(options?.root).toBe(screen.getByTestId('scroller'))
  notify(far)
  expect(screen.queryByText('Shop')).toBeNull()
  expect(part().style.height).toBe('840px')
  notify({ isIntersecting: false, boundingClientRect: { height: 0 } })
  expect(part().style.height).toBe('840px')
  notify({ isIntersecting: true, boundingClientRect: { height: 840 } })
  expect(screen.getByText('Shop')).toBeTruthy()
  expect(part().style.height).toBe('')
})

test('a section that has the focus stays', () => {
  show()
  screen.getByText('Shop').focus()
  notify(far)
  expect(document.activeElement).toBe(screen.getByText('Shop'))
})
