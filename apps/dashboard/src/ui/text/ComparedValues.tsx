/** Characters of a value that are displayed. */
const VALUE_SHOWN = 500

/** Texts by column; null is SQL's null. */
type Values = Readonly<Record<string, string | null>>

/** What two sides have in the columns of a row, side by side. A side without the row has no values. */
export function ComparedValues({
  label,
  columns,
  sides,
}: {
  label: string
  columns: readonly string[]
  sides: readonly { title: string; values: Values | null }[]
}) {
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse text-xs">
        <thead>
          <tr className="text-left text-ink-muted">
            {['Column', ...sides.map(({ title }) => title)].map((title) => (
              <th key={title} scope="col" className="px-3 py-1.5 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column} className="border-line border-t align-top">
              <th scope="row" className="px-3 py-1.5 text-left font-mono font-normal text-ink-muted">
                {column}
              </th>
              {sides.map(({ title, values }) => (
                <Value key={title} values={values} column={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Value({ values, column }: { values: Values | null; column: string }) {
  const value = values === null || !(column in values) ? undefined : values[column]
  return (
    <td className="wrap-anywhere max-w-64 whitespace-pre-wrap px-3 py-1.5 font-mono">
      {value === undefined ? (
        <span className="text-ink-faint">–</span>
      ) : value === null ? (
        <span className="text-ink-faint italic">NULL</span>
      ) : value.length > VALUE_SHOWN ? (
        `${value.slice(0, VALUE_SHOWN)}…`
      ) : (
        value
      )}
    </td>
  )
}
