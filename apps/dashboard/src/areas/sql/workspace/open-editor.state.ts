import { sharedValue } from '../../../lib/shared-value.ts'

/** The open query of the SQL editor, for other parts of the page that insert text. */
export interface OpenEditor {
  isReadOnly: boolean
  name: () => string
  text: () => string
  append: (sql: string) => void
  /** Proposes a replacement for the whole text, which the user accepts or rejects. */
  proposeReplacement: (sql: string) => void
}

export const openEditor = sharedValue<OpenEditor | undefined>(undefined)
