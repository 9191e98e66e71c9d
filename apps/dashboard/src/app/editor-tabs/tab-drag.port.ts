import { Tab } from './tab.port.ts'

/** What is dragged to the tab bar from elsewhere, to be opened there. */
const NEW_TAB = 'application/x-basalt-new-tab'

type Dragged = Pick<DataTransfer, 'setData' | 'getData' | 'types'>

export const dragNewTab = (data: Dragged, tab: Tab) => data.setData(NEW_TAB, JSON.stringify(tab))

export const hasNewTab = ({ types }: Dragged) => types.includes(NEW_TAB)

/** Undefined when something else is dragged. */
export function newTabOf(data: Dragged): Tab | undefined {
  try {
    const read = Tab.safeParse(JSON.parse(data.getData(NEW_TAB)))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
