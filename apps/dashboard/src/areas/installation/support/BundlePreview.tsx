import { formatBytes } from '../../../lib/bytes.ts'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'

/** The whole file, to be scrolled through. */
export function BundlePreview({ name, file }: { name: string; file: string }) {
  return (
    <div className="rounded-md border border-line bg-field">
      <div className="flex h-9 items-center justify-between gap-3 border-line border-b pr-1 pl-3 text-ink-muted text-xs">
        <span className="min-w-0 truncate">
          {name}, {formatBytes(new Blob([file]).size)}
        </span>
        <CopyButton text={file} label="Copy file" />
      </div>
      <section
        aria-label="File content"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="h-120 overflow-auto rounded-b-md"
      >
        <pre className="w-fit px-3 py-2 text-xs leading-5">
          <code>{file}</code>
        </pre>
      </section>
    </div>
  )
}
