import { requestUrl } from '@basalt/contract/request-url.ts'
import { getObject } from '@basalt/contract/storage/objects.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { Markdown } from '../../../../ui/text/Markdown.tsx'
import type { Entry } from './entry.rules.ts'
import { explorerQueries } from './explorer.queries.ts'
import { useExplorer } from './explorer-context.ts'
import {
  csvRows,
  isNumeric,
  isTextual,
  isTooLarge,
  type PreviewKind,
  prettyJson,
  previewKindOf,
} from './preview.rules.ts'

/** A preview of a file's contents, as far as a browser can display them without running any of it. */
export function PreviewContent({ entry }: { entry: Entry }) {
  const kind = previewKindOf(entry.mimeType)
  if (entry.size === 0) return <Placeholder>This file is empty</Placeholder>
  if (kind === 'none' || entry.state !== 'ready')
    return <Placeholder>No preview for this type of file</Placeholder>
  if (isTooLarge(kind, entry.size))
    return <Placeholder>File size is too large to preview in the explorer</Placeholder>
  return isTextual(kind) ? <TextContent entry={entry} kind={kind} /> : <Media entry={entry} kind={kind} />
}

function Placeholder({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-md border border-line bg-surface-2 px-4 py-10 text-center text-ink-muted text-sm">
      <FileQuestion className="size-8" aria-hidden />
      {children}
    </div>
  )
}

function Media({ entry: { path, name, updatedAt }, kind }: { entry: Entry; kind: PreviewKind }) {
  const { bucketKey } = useExplorer()
  const [isBroken, setBroken] = useState(false)
  const params = { ref: bucketKey.ref, id: bucketKey.bucket }
  // The fragment changes when the file is replaced.
  const src = `${requestUrl(getObject, { params, query: { path } })}#${updatedAt}`
  const onError = () => setBroken(true)
  if (isBroken) return <Placeholder>Your browser cannot display this file</Placeholder>
  if (kind === 'image')
    return (
      <img
        src={src}
        onError={onError}
        alt={name}
        className="max-h-[45dvh] min-h-24 rounded-md border border-line bg-surface-2 object-contain"
      />
    )
  if (kind === 'audio')
    // biome-ignore lint/a11y/useMediaCaption: a user's recording has no captions
    return <audio src={src} onError={onError} controls className="w-full" aria-label={name} />
  if (kind === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: as above
      <video
        src={src}
        onError={onError}
        controls
        className="max-h-[45dvh] w-full rounded-md bg-surface-2"
        aria-label={name}
      />
    )
  // A browser without a PDF viewer would download the file and leave the frame blank.
  if (!navigator.pdfViewerEnabled)
    return (
      <Placeholder>Your browser cannot display PDF files here. Download the file to read it.</Placeholder>
    )
  return (
    <iframe src={src} title={name} className="h-[60dvh] w-full rounded-md border border-line bg-surface-2" />
  )
}

function TextContent({ entry: { path, updatedAt }, kind }: { entry: Entry; kind: PreviewKind }) {
  const { bucketKey } = useExplorer()
  const text = useQuery(explorerQueries.text(bucketKey, path, updatedAt))
  if (text.isPending)
    return (
      <div role="status" aria-label="Loading preview">
        <Skeleton className="h-64" />
      </div>
    )
  if (text.isError)
    return (
      <ErrorPanel
        title="Failed to load preview"
        message={text.error.message}
        onRetry={() => text.refetch()}
        retrying={text.isFetching}
      />
    )
  if (kind === 'csv') return <CsvTable text={text.data} />
  if (kind === 'markdown')
    return (
      <div className="max-h-[60dvh] overflow-y-auto rounded-md border border-line px-3 py-2 text-sm">
        <Markdown text={text.data} linkOf={() => undefined} />
      </div>
    )
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable with the keyboard
      tabIndex={0}
      className="max-h-[60dvh] overflow-auto rounded-md border border-line bg-surface-0 p-3 text-xs"
    >
      {kind === 'json' ? prettyJson(text.data) : text.data}
    </pre>
  )
}

function CsvTable({ text }: { text: string }) {
  const [head = [], ...rows] = csvRows(text)
  const align = head.map((_, column) =>
    isNumeric(rows.map((row) => row[column] ?? '')) ? 'text-right' : 'text-left',
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable with the keyboard
    <div tabIndex={0} className="max-h-[60dvh] overflow-auto rounded-md border border-line">
      <table aria-label="First rows" className="w-full text-xs tabular-nums">
        <thead>
          <tr>
            {head.map((name, column) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and names may repeat
                key={column}
                className={cx('border-line border-b bg-surface-2 px-2 py-1 font-medium', align[column])}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move, and may repeat
            <tr key={index}>
              {row.map((cell, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  key={column}
                  className={cx('max-w-60 truncate border-line border-b px-2 py-1', align[column])}
                  title={cell}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
