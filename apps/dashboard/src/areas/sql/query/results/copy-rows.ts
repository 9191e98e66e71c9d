import type { ResultFormat } from '@basalt/sql/result-text.ts'
import { copyComing } from '../../../../lib/clipboard.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { countRows } from './result-words.ts'
import type { RowsSource } from './rows-source.ts'

export const copiedFormats: readonly { format: ResultFormat; name: string }[] = [
  { format: 'tsv', name: 'TSV' },
  { format: 'csv', name: 'CSV' },
  { format: 'json', name: 'JSON' },
  { format: 'markdown', name: 'Markdown' },
  { format: 'sql', name: 'SQL inserts' },
]

/** Copies rows in a format and says so, or why not. Never rejects. */
export async function copyRows(format: ResultFormat, rows: RowsSource): Promise<void> {
  const { name } = copiedFormats.find((known) => known.format === format)!
  try {
    await copyComing(async () => rows.text(format))
    toast({ tone: 'success', title: `Copied ${countRows(rows.rowCount)} as ${name}`, id: 'copied-rows' })
  } catch (error) {
    toast({ tone: 'critical', title: `Failed to copy as ${name}`, description: copyRefusal(error) })
  }
}

/** Copies a text as it stands and says what it was. Never rejects. */
export async function copyPlain(text: () => string | Promise<string>, what: string): Promise<void> {
  try {
    await copyComing(async () => text())
    toast({ tone: 'success', title: `Copied ${what}`, id: 'copied-rows' })
  } catch (error) {
    toast({ tone: 'critical', title: `Failed to copy ${what}`, description: copyRefusal(error) })
  }
}

/** A RangeError is what a browser throws for a text that is longer than it can hold. */
export const copyRefusal = (error: unknown) =>
  error instanceof RangeError
    ? 'The result is too large for the clipboard. Download it instead.'
    : error instanceof Error
      ? error.message
      : String(error)
