import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The second that both wait by themselves is too short for a machine that is busy with other tests.
const PATIENCE_MS = 60_000
configure({ asyncUtilTimeout: PATIENCE_MS })
const { waitFor } = vi
vi.waitFor = (check, options = PATIENCE_MS) => waitFor(check, options)

// What jsdom leaves out because it neither lays out nor paints.
Element.prototype.scrollIntoView ??= () => {}
globalThis.IntersectionObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList

// One browser serves many files, so each test hands it on as it found it.
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
