import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** A collapsible section. */
export function Disclosure({
  summary,
  isWrong = false,
  children,
}: {
  summary: ReactNode
  /** A field inside is invalid: the section opens, and the field gets focus if it is the form's first invalid one. */
  isWrong?: boolean
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = details.current
    // A visible field has been focused by the form already.
    if (!isWrong || !element || element.open) return
    element.open = true
    const wrong = element.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong && element.contains(wrong)) wrong.focus()
  }, [isWrong])
  return (
    <details ref={details} className="group/disclosure">
      <summary className="flex h-8 w-fit cursor-pointer list-none items-center gap-1 rounded-sm text-ink-muted text-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform group-open/disclosure:rotate-90" aria-hidden />
        {summary}
      </summary>
      <div className="pt-1">{children}</div>
    </details>
  )
}
