import type { ThirdParty } from '@basalt/contract/documents/documents.schema.ts'

/** The packages as CSV (RFC 4180). */
export const thirdPartyCsv = (packages: readonly ThirdParty[]) =>
  [
    ['Package', 'Version', 'Licence'],
    ...packages.map(({ name, version, licence }) => [name, version, licence]),
  ]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('')

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
