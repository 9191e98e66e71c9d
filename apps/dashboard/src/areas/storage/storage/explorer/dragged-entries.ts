import type { Entry } from './entry.rules.ts'

/** What browsers hand from where a drag begins to where it ends; other programs do not know it. */
const TYPE = 'application/x-basalt-entries'
/** Rows that are dragged, for where only their type may be asked while they are on the way. */
let dragged: readonly Entry[] = []

export function beginDrag({ dataTransfer }: { dataTransfer: DataTransfer }, entries: readonly Entry[]) {
  dragged = entries
  dataTransfer.setData(TYPE, String(entries.length))
  dataTransfer.effectAllowed = 'move'
}

export const isOfEntries = ({ dataTransfer }: { dataTransfer: DataTransfer }) =>
  dataTransfer.types.includes(TYPE)
export const isOfFiles = ({ dataTransfer }: { dataTransfer: DataTransfer }) =>
  dataTransfer.types.includes('Files')
export const draggedEntries = () => dragged
