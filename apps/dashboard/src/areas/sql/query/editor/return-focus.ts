/** Gives the focus back to an element that lost it by being hidden, unless the user has moved it elsewhere since. */
export function returnFocus(target: { focus: () => void }): void {
  if (document.activeElement === null || document.activeElement === document.body) target.focus()
}
