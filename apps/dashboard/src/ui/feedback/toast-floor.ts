const FLOOR = '--toast-floor'

/** A ref for a bar at the bottom of a page. Toasts appear above it, so that they do not cover its buttons. */
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
