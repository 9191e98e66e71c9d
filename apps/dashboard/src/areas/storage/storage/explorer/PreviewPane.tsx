import { ChevronDown, Download, Link2, Trash2, X } from 'lucide-react'
import { formatBytes } from '../../../../lib/bytes.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { When } from '../../../../ui/text/When.tsx'
import { displayName, type Entry } from './entry.rules.ts'
import { useExplorer } from './explorer-context.ts'
import { PreviewContent } from './PreviewContent.tsx'
import { parentOf } from './path.rules.ts'
import { UrlMenuItems } from './UrlMenuItems.tsx'
import { useFolder } from './use-folder.ts'

/** The preview of a file, once its folder has been loaded. */
export function PreviewPane({ path }: { path: string }) {
  const { entries } = useFolder(parentOf(path))
  const entry = entries.find((one) => one.path === path && !one.isFolder)
  return entry ? <Preview key={entry.path} entry={entry} /> : null
}

function Preview({ entry }: { entry: Entry }) {
  const { closePreview, download, isPublic, copyUrl, openDialog, writeRefusal } = useExplorer()
  const isReady = entry.state === 'ready'
  return (
    <aside
      aria-label={`Preview of ${entry.name}`}
      className="flex w-[28rem] shrink-0 flex-col gap-4 overflow-y-auto border-line border-l bg-surface-1 p-4 max-lg:fixed max-lg:inset-x-0 max-lg:top-12 max-lg:bottom-0 max-lg:z-30 max-lg:w-auto"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="wrap-anywhere font-semibold">{displayName(entry.name)}</h2>
        <IconButton size="sm" icon={X} label="Close preview" onClick={closePreview} />
      </div>
      {entry.state === 'corrupted' ? (
        <p className="text-sm text-warning-ink">This file is corrupted. Delete it and upload it again.</p>
      ) : (
        <PreviewContent entry={entry} />
      )}
      <p className="text-ink-muted text-sm">
        {entry.mimeType ?? 'Unknown type'} – {entry.size === null ? 'unknown size' : formatBytes(entry.size)}
      </p>
      <DescriptionList
        items={[
          { label: 'Added on', value: <When time={entry.createdAt} /> },
          { label: 'Last modified', value: <When time={entry.updatedAt} /> },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {isReady && (
          <Button icon={Download} onClick={() => download([entry])}>
            Download
          </Button>
        )}
        {isReady &&
          (isPublic ? (
            <Button icon={Link2} onClick={() => void copyUrl(entry)}>
              Get URL
            </Button>
          ) : (
            <Menu
              trigger={
                <Button icon={Link2}>
                  Get URL
                  <ChevronDown className="size-4" aria-hidden />
                </Button>
              }
            >
              <UrlMenuItems entry={entry} />
            </Menu>
          ))}
        <Button
          icon={Trash2}
          onClick={() => openDialog({ kind: 'delete', entries: [entry] })}
          {...(writeRefusal !== undefined && { reason: writeRefusal })}
        >
          Delete file
        </Button>
      </div>
    </aside>
  )
}
