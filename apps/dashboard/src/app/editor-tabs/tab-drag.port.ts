import type { DragEvent } from 'react'
import { Tab } from './tab.port.ts'

/** What is dragged to the tab bar from elsewhere, to be opened there. */
const NEW_TAB = 'application/x-basalt-new-tab'

type Dragged = Pick<DataTransfer, 'setData' | 'getData' | 'types'>

export const dragNewTab = (data: Dragged, tab: Tab) => data.setData(NEW_TAB, JSON.stringify(tab))

/** Undefined when something else is dragged. */
function newTabOf(data: Dragged): Tab | undefined {
  try {
    const read = Tab.safeParse(JSON.parse(data.getData(NEW_TAB)))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** Handlers of a tab strip that opens what is dragged to it. */
export const newTabDrop = (open: (tab: Tab) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes(NEW_TAB)) event.preventDefault()
  },
  onDrop: (event: DragEvent) => {
    const tab = newTabOf(event.dataTransfer)
    if (!tab) return
    event.preventDefault()
    open(tab)
  },
})
