import { sharedValue } from '../../../lib/shared-value.ts'

/** The open query of the SQL editor, for other parts of the page that insert text. */
export interface OpenEditor {
  isReadOnly: boolean
  name: () => string
  text: () => string
  append: (sql: string) => void
  /** Shows what takes the place of everything, to be accepted or not. */
  proposeInstead: (sql: string) => void
}

export const openEditor = sharedValue<OpenEditor | undefined>(undefined)
