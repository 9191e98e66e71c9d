const FLOOR = '--toast-floor'

/**
 * A ref for what lies along the bottom of a page: toasts appear above it, or they would cover its buttons for as long
 * as somebody aims at them.
 */
export function toastFloor(element: HTMLElement | null) {
  if (!element) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(FLOOR, `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty(FLOOR)
  }
}
