import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Their default of one second is too short for a machine that is busy with other tests.
const TIMEOUT_MS = 60_000
configure({ asyncUtilTimeout: TIMEOUT_MS })
const { waitFor } = vi
vi.waitFor = (check, options = TIMEOUT_MS) => waitFor(check, options)

// Missing in jsdom, which has no layout.
Element.prototype.scrollIntoView ??= () => {}
globalThis.IntersectionObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList

// Test files share one jsdom, so each test restores it.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  for (const pair of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = `${pair.split('=')[0]}=; max-age=0; path=/`
  }
})
