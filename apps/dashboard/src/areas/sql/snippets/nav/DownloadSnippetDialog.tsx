import type { SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { copyText } from '../../../../lib/clipboard.ts'
import { downloadFile } from '../../../../lib/download.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { TabPanel } from '../../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../../ui/layout/Tabs.tsx'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { documentsOf } from '../saving/use-documents.ts'
import { snippetQueries } from '../snippets.queries.ts'
import { useNav } from './nav-context.ts'
import { type FileKind, snippetCommand, snippetFile } from './snippet-file.rules.ts'

const kinds: Record<FileKind, { label: string; description: string; button: string }> = {
  migration: {
    label: 'Migration',
    description: 'A new migration for a local project, named after this query.',
    button: 'Download as migration file',
  },
  seed: {
    label: 'Seed file',
    description: 'Append it to the seed file of a local project.',
    button: 'Download seed file',
  },
  sql: { label: 'SQL file', description: 'The unchanged SQL text.', button: 'Download SQL file' },
}
const items = Object.entries(kinds).map(([value, { label }]) => ({ value: value as FileKind, label }))
const runners = [
  { value: 'cli', label: 'CLI' },
  { value: 'npx', label: 'NPM' },
] as const

/** Exports a query to a local project, as a file or with a command. */
export function DownloadSnippetDialog({
  snippet,
  open,
  onOpenChange,
}: {
  snippet: SnippetSummary
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Download query: ${snippet.name}`} size="md">
      <Files snippet={snippet} />
    </Dialog>
  )
}

function Files({ snippet: { id, name } }: { snippet: SnippetSummary }) {
  const { ref } = useNav()
  const client = useQueryClient()
  const saved = useQuery(snippetQueries.item(ref, id))
  const [kind, setKind] = useState<FileKind>('migration')
  // Includes edits that are not saved yet.
  const sql = documentsOf(client).find(id)?.text ?? saved.data?.content.sql
  if (sql === undefined)
    return (
      <DialogBody>
        {saved.isError ? (
          <ErrorPanel
            title="Failed to load the query"
            message={saved.error.message}
            requestId={requestIdOf(saved.error)}
            onRetry={() => void saved.refetch()}
            retrying={saved.isFetching}
          />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </DialogBody>
    )
  const copy = () =>
    copyText(snippetFile(kind, { name, sql }, new Date()).text).then(
      () => toast({ tone: 'success', title: `Copied as ${kinds[kind].label.toLowerCase()}` }),
      () => toast({ tone: 'critical', title: 'Failed to copy: the browser denied access to the clipboard' }),
    )
  const download = () => {
    const file = snippetFile(kind, { name, sql }, new Date())
    downloadFile(file.name, 'application/sql', [file.text])
  }
  return (
    <>
      <DialogBody>
        <Tabs label="Kind of file" items={items} value={kind} onValueChange={setKind}>
          <TabPanel value={kind} className="flex flex-col gap-3 pt-4">
            <p className="text-ink-muted text-sm">{kinds[kind].description}</p>
            <Command kind={kind} id={id} name={name} sql={sql} />
          </TabPanel>
        </Tabs>
      </DialogBody>
      <DialogFooter>
        <Button icon={Copy} onClick={() => void copy()}>
          Copy text
        </Button>
        <Button variant="primary" icon={Download} onClick={download}>
          {kinds[kind].button}
        </Button>
      </DialogFooter>
    </>
  )
}

function Command({ kind, id, name, sql }: { kind: FileKind; id: string; name: string; sql: string }) {
  const { ref, userId } = useNav()
  const [runner, setRunner] = useState<'cli' | 'npx'>('cli')
  const needsToken = userId !== undefined
  const url = `${location.origin}/platform/projects/${ref}/content/item/${id}`
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <p className="font-medium text-sm">Or from the terminal</p>
        {kind === 'migration' && (
          <Select
            aria-label="How to run the CLI"
            size="sm"
            className="w-24"
            options={runners}
            value={runner}
            onValueChange={setRunner}
          />
        )}
      </div>
      <CodeBlock
        wrap
        title="Command"
        code={snippetCommand(kind, { name, sql }, { url, needsToken }, runner)}
      />
      {needsToken && (
        <p className="text-ink-muted text-xs">
          BASALT_TOKEN is a personal access token from your account page. The command needs jq and uses the
          last saved text.
        </p>
      )}
    </>
  )
}
