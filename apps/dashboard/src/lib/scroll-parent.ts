/** The nearest element around this one that scrolls its content; null when the page itself does. */
export function scrollParent(element: Element): Element | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return null
}
