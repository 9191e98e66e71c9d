import type { ReactNode } from 'react'

/** The layout of the sign-in pages: one task in the middle of the window. */
export function AccessPage({
  title,
  description,
  footer,
  children,
}: {
  title: string
  description?: ReactNode
  footer?: ReactNode
  children: ReactNode
}) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-12">
      <div className="w-full max-w-sm">
        <header className="mb-6 flex flex-col items-center gap-3 text-center">
          <img src="/favicon.svg" alt="" className="size-10" />
          <div>
            <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
            {description && <p className="mt-1 text-ink-muted">{description}</p>}
          </div>
        </header>
        <div className="rounded-md border border-line bg-surface-1 p-5">{children}</div>
        {footer && <p className="mt-4 text-center text-ink-muted text-sm">{footer}</p>}
      </div>
    </main>
  )
}
