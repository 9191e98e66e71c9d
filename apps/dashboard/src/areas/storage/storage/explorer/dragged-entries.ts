import type { Entry } from './entry.rules.ts'

/** The drag data type of explorer rows; other programs ignore it. */
const TYPE = 'application/x-basalt-entries'
/** The dragged rows, because during a drag browsers reveal only the data type. */
let dragged: readonly Entry[] = []

export function startDrag({ dataTransfer }: { dataTransfer: DataTransfer }, entries: readonly Entry[]) {
  dragged = entries
  dataTransfer.setData(TYPE, String(entries.length))
  dataTransfer.effectAllowed = 'move'
}

export const hasEntries = ({ dataTransfer }: { dataTransfer: DataTransfer }) =>
  dataTransfer.types.includes(TYPE)
export const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer }) =>
  dataTransfer.types.includes('Files')
export const draggedEntries = () => dragged
