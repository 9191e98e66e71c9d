/** The first stop of the keyboard: past header and navigation. A button, so that the address keeps no fragment. */
export function SkipLink() {
  return (
    <button
      type="button"
      onClick={() => document.getElementById('content')?.focus()}
      className="sr-only focus:not-sr-only focus:absolute focus:top-1.5 focus:left-2 focus:z-60 focus:rounded-md focus:bg-surface-3 focus:px-3 focus:py-2"
    >
      Skip to content
    </button>
  )
}
