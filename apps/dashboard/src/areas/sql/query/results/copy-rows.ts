import type { ResultFormat } from '@basalt/sql/result-formats.ts'
import { copyAsyncText } from '../../../../lib/clipboard.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { countRows } from './result-labels.ts'
import type { RowsSource } from './rows-source.ts'

export const copyFormats: readonly { format: ResultFormat; name: string }[] = [
  { format: 'tsv', name: 'TSV' },
  { format: 'csv', name: 'CSV' },
  { format: 'json', name: 'JSON' },
  { format: 'markdown', name: 'Markdown' },
  { format: 'sql', name: 'SQL inserts' },
]

/** Copies rows in a format and reports the outcome in a toast. Never rejects. */
export async function copyRows(format: ResultFormat, rows: RowsSource): Promise<void> {
  const { name } = copyFormats.find((known) => known.format === format)!
  try {
    await copyAsyncText(async () => rows.text(format))
    toast({ tone: 'success', title: `Copied ${countRows(rows.rowCount)} as ${name}`, id: 'copied-rows' })
  } catch (error) {
    toast({ tone: 'critical', title: `Failed to copy as ${name}`, description: copyFailureMessage(error) })
  }
}

/** Copies a text and reports the outcome in a toast that names it. Never rejects. */
export async function copyPlain(text: () => string | Promise<string>, name: string): Promise<void> {
  try {
    await copyAsyncText(async () => text())
    toast({ tone: 'success', title: `Copied ${name}`, id: 'copied-rows' })
  } catch (error) {
    toast({ tone: 'critical', title: `Failed to copy ${name}`, description: copyFailureMessage(error) })
  }
}

/** Browsers throw a RangeError for a string that is too long. */
export const copyFailureMessage = (error: unknown) =>
  error instanceof RangeError
    ? 'The result is too large for the clipboard. Download it instead.'
    : error instanceof Error
      ? error.message
      : String(error)
