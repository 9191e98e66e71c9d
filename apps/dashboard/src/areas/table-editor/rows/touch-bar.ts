/**
 * A bar of controls above or below the rows. On a phone it stays one line, which scrolls sideways; its controls are large
 * enough for a finger.
 */
export const touchBarClass =
  'max-md:flex-nowrap max-md:overflow-x-auto max-md:overscroll-x-contain max-md:*:shrink-0 max-md:[scrollbar-width:none] ' +
  'pointer-coarse:[&_a]:min-h-11 pointer-coarse:[&_button]:min-h-11 pointer-coarse:[&_button]:min-w-11'
