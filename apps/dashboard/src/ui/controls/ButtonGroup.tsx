import type { ReactNode } from 'react'

/** Buttons joined into one control, with a line between them. */
export const ButtonGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame and a legend
  <div
    role="group"
    aria-label={label}
    className="flex items-center [&>:first-child_button]:rounded-l-md [&>:last-child_button]:rounded-r-md [&>button:first-child]:rounded-l-md [&>button:last-child]:rounded-r-md [&_button:focus-visible]:z-10 [&_button]:-ml-px [&_button]:rounded-none"
  >
    {children}
  </div>
)
