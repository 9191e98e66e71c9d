import { cx } from '../../lib/class-names.ts'
import { CopyButton } from './CopyButton.tsx'

/** Text to copy: a command, a connection string, a file. */
export function CodeBlock({
  code,
  title,
  label = title ?? 'Code',
  wrap = false,
  feedbackMs,
  className,
}: {
  code: string
  /** A file name or language in a line above the code. */
  title?: string
  /** The region's name for screen readers. */
  label?: string
  /** Breaks long lines instead of scrolling. */
  wrap?: boolean
  /** How long "Copied" is displayed, in milliseconds. */
  feedbackMs?: number
  className?: string
}) {
  const copy = <CopyButton feedbackMs={feedbackMs} text={code} label={`Copy ${title ?? 'code'}`} />
  return (
    <div className={cx('rounded-md border border-line bg-field', className)}>
      {title && (
        <div className="flex h-9 items-center justify-between border-line border-b pr-1 pl-3 text-ink-muted text-xs">
          {title}
          {copy}
        </div>
      )}
      <div className="flex items-start">
        <section
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
          className="min-w-0 flex-1 overflow-x-auto rounded-md"
        >
          <pre
            className={cx('w-fit px-3 py-2 text-xs leading-5', wrap && 'wrap-anywhere whitespace-pre-wrap')}
          >
            <code>{code}</code>
          </pre>
        </section>
        {!title && <div className="p-1">{copy}</div>}
      </div>
    </div>
  )
}
