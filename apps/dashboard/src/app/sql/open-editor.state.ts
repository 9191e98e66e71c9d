import { sharedValue } from '../../lib/shared-value.ts'

/** The query that is open in the SQL editor, for who has something to put into it. */
export interface OpenEditor {
  isReadOnly: boolean
  name: () => string
  text: () => string
  append: (sql: string) => void
  /** Shows what takes the place of everything, to be accepted or not. */
  proposeInstead: (sql: string) => void
}

export const openEditor = sharedValue<OpenEditor | undefined>(undefined)
