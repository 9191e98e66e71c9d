import {
  File,
  FileArchive,
  FileAudio,
  FileBraces,
  FileCode,
  FileSpreadsheet,
  FileText,
  FileType,
  FileVideo,
  Folder,
  Image,
  TriangleAlert,
} from 'lucide-react'
import { Tooltip } from '../../../../ui/floating/Tooltip.tsx'
import type { Icon } from '../../../../ui/text/icon.ts'
import { type Entry, type EntryKind, kindOf } from './entry.rules.ts'

const icons: Record<EntryKind, Icon> = {
  folder: Folder,
  image: Image,
  audio: FileAudio,
  video: FileVideo,
  pdf: FileType,
  json: FileBraces,
  csv: FileSpreadsheet,
  archive: FileArchive,
  code: FileCode,
  text: FileText,
  file: File,
}

export function EntryIcon({ entry }: { entry: Entry }) {
  const kind = kindOf(entry)
  const EntrySymbol = icons[kind]
  return (
    <EntrySymbol
      className={kind === 'folder' ? 'size-4 text-brand-ink' : 'size-4 text-ink-faint'}
      aria-hidden
    />
  )
}

/** Marks a file whose upload never completed. */
export function CorruptedMark() {
  return (
    <Tooltip content="This file is corrupted. Delete it and upload it again.">
      <TriangleAlert className="size-4 text-warning-ink" role="img" aria-label="Corrupted" />
    </Tooltip>
  )
}
