import { Copy, Download, FolderInput, Link2, PenLine, Trash2 } from 'lucide-react'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { Submenu } from '../../../../ui/menu/Submenu.tsx'
import type { Entry } from './entry.rules.ts'
import { useExplorer } from './explorer-context.ts'
import { UrlMenuItems } from './UrlMenuItems.tsx'

/** The actions on one file or folder. Read-only members do not get actions that change something. */
export function EntryMenuItems({ entry }: { entry: Entry }) {
  const { isPublic, writeRefusal, download, copyUrl, copyPath, startNaming, openDialog } = useExplorer()
  const mayWrite = writeRefusal === undefined
  const remove = (
    <MenuItem icon={Trash2} destructive onSelect={() => openDialog({ kind: 'delete', entries: [entry] })}>
      Delete
    </MenuItem>
  )
  if (entry.state === 'uploading') return <MenuItem disabled>Upload in progress</MenuItem>
  if (entry.state === 'corrupted')
    return mayWrite ? remove : <MenuItem disabled>This file is corrupted</MenuItem>
  const rename = (
    <MenuItem icon={PenLine} onSelect={() => startNaming({ kind: 'rename', entry })}>
      Rename
    </MenuItem>
  )
  const save = (
    <MenuItem icon={Download} onSelect={() => download([entry])}>
      Download
    </MenuItem>
  )
  if (entry.isFolder)
    return (
      <>
        {mayWrite && rename}
        {save}
        <MenuItem icon={Copy} onSelect={() => copyPath(entry)}>
          Copy path to folder
        </MenuItem>
        {mayWrite && <MenuSeparator />}
        {mayWrite && remove}
      </>
    )
  return (
    <>
      {isPublic ? (
        <MenuItem icon={Link2} onSelect={() => void copyUrl(entry)}>
          Get URL
        </MenuItem>
      ) : (
        <Submenu icon={Link2} label="Get URL">
          <UrlMenuItems entry={entry} />
        </Submenu>
      )}
      {save}
      {mayWrite && (
        <>
          {rename}
          <MenuItem icon={FolderInput} onSelect={() => openDialog({ kind: 'move', entries: [entry] })}>
            Move
          </MenuItem>
          <MenuSeparator />
          {remove}
        </>
      )}
    </>
  )
}
