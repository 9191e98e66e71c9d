import { ArrowLeft, Eye, FolderPlus, RotateCw, Search, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { useDebouncedText } from '../../../../lib/use-debounced-text.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { useExplorer } from './explorer-context.ts'
import { PathArea } from './PathArea.tsx'
import { parentOf } from './path.rules.ts'
import { ViewMenuItems } from './ViewMenuItems.tsx'

const SEARCH_DELAY_MS = 300

export function ExplorerToolbar() {
  const { path, search, writeRefusal, openFolder, reload, chooseFiles, startNaming, setSearch } =
    useExplorer()
  const [isSearching, setSearching] = useState(search !== '')
  const reason = writeRefusal === undefined ? {} : { reason: writeRefusal }
  const endSearch = () => {
    setSearching(false)
    setSearch('')
  }
  return (
    <div
      role="toolbar"
      aria-label="Files"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-1 border-line border-b px-2 py-1"
    >
      <IconButton
        size="sm"
        icon={ArrowLeft}
        label="Back"
        onClick={() => openFolder(parentOf(path))}
        {...(path === '' && { reason: 'This is the root of the bucket' })}
      />
      <PathArea onNavigate={endSearch} />
      <span className="ml-auto flex flex-wrap items-center gap-1">
        {isSearching ? (
          <SearchField onEnd={endSearch} />
        ) : (
          <IconButton size="sm" icon={Search} label="Search" onClick={() => setSearching(true)} />
        )}
        <IconButton size="sm" icon={RotateCw} label="Reload" onClick={reload} />
        <Menu
          align="end"
          trigger={
            <Button size="sm" variant="ghost" icon={Eye}>
              <span className="max-sm:sr-only">View</span>
            </Button>
          }
        >
          <ViewMenuItems />
        </Menu>
        <Button size="sm" variant="ghost" icon={Upload} onClick={chooseFiles} {...reason}>
          <span className="max-sm:sr-only">Upload files</span>
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={FolderPlus}
          onClick={() => startNaming({ kind: 'new-folder', folder: path })}
          {...reason}
        >
          <span className="max-sm:sr-only">Create folder</span>
        </Button>
      </span>
    </div>
  )
}

function SearchField({ onEnd }: { onEnd: () => void }) {
  const { search, setSearch } = useExplorer()
  const { text, set } = useDebouncedText(search, setSearch, SEARCH_DELAY_MS)
  return (
    <Input
      size="sm"
      icon={Search}
      autoFocus
      aria-label="Search for a file or folder"
      placeholder="Search for a file or folder"
      value={text}
      onValueChange={set}
      className="w-60"
      onKeyDown={({ key }) => key === 'Escape' && onEnd()}
      trailing={<IconButton size="sm" icon={X} label="Close search" className="size-5" onClick={onEnd} />}
    />
  )
}
