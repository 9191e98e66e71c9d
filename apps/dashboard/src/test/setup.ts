import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// What is loaded after the page comes late on a busy machine, which is no reason to fail.
configure({ asyncUtilTimeout: 20_000 })

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
